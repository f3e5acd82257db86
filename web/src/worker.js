/* The worker in which the referee runs: Python, our package, and a desk that answers by name. */
// @ts-ignore the file lies beside this one in the built page
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { entries, unpacked } from "./shared/packed.js";
import { grownTo, snapshot } from "./shared/snapshot.js";

const HERE = new URL("./", self.location.href).href;
const HOW = new Set(self.name.split(" "));
const HOME = "/lib/referee";
const PACKED = {
  "pyodide.asm.wasm": ["pyodide/wasm.packed", "application/wasm"],
  "library.zip": ["pyodide/library.packed", "application/zip"],
};

const usual = self.fetch.bind(self);
/* The WebAssembly and Python's library come compressed, so that no host needs to; and nothing is fetched from elsewhere.
   Where the service worker keeps the page, it has the WebAssembly unpacked, and the browser what it has made of it. */
self.fetch = async (what, how) => {
  const url = new URL(what instanceof Request ? what.url : what, HERE);
  if (url.origin !== self.location.origin) throw new TypeError("nothing is fetched from another host");
  const name = url.pathname.split("/").pop() ?? "";
  const packed = PACKED[/** @type {keyof typeof PACKED} */ (name)];
  if (!packed) return usual(what, how);
  if (HOW.has("kept") && packed[1] === "application/wasm") {
    const kept = await usual(what, how).catch(() => null);
    if (kept?.ok) return kept;
  }
  return unpacked(await usual(new URL(packed[0], HERE)), packed[1]);
};

/** What the desk is reached by: in the memory of a snapshot it is there already. */
const DESK = `
import random, sys
if "${HOME}" not in sys.path:
    sys.path.insert(0, "${HOME}")
from referee.web import desk

def answer(name, given, data):
    return DESK.call(name, given, data.to_bytes() if data is not None else b"")
`;
const FRESH = "import gc; gc.set_threshold(50_000, 20, 100); DESK = desk.Desk(); random.seed(); from referee.web import progress; progress.listen(tell)";
const tell = (/** @type {number} */ done, /** @type {number} */ of) => self.postMessage({ progress: [done, of] });
const WARM = "desk.warm_up(); import gc; gc.collect()";

/**
 * Python with the referee in it, from the memory of an earlier start if there is one.
 * @param {Uint8Array | null} memory
 * @param {boolean} making Whether its memory is to be kept.
 */
async function python(memory, making) {
  const code = usual(new URL("referee.packed", HERE)).then(async (answer) => {
    if (!answer.ok) throw new Error("the referee's code is not there");
    return new Uint8Array(await (await unpacked(answer, "application/x-tar")).arrayBuffer());
  });
  const how = { indexURL: `${HERE}pyodide/`, stdLibURL: `${HERE}pyodide/library.zip` };
  const made = memory
    ? await grownTo(memory.length, () => loadPyodide({ ...how, _loadSnapshot: memory }))
    : await loadPyodide({ ...how, _makeSnapshot: making });
  for (const { name, content } of entries(await code)) {
    const file = `${HOME}/${name}`;
    made.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    made.FS.writeFile(file, content);
  }
  if (!memory) made.runPython(DESK);
  return made;
}

/** @type {(name: string, given: string, data: Uint8Array) => string} */
let call;

async function start() {
  const memory = await snapshot.get(HERE);
  let made;
  try {
    made = await python(memory, false);
    made.globals.set("tell", tell);
    made.runPython(FRESH);
  } catch (error) {
    if (!memory) throw error;
    await snapshot.forget();
    made = await python(null, false);
    made.globals.set("tell", tell);
    made.runPython(FRESH);
  }
  call = made.globals.get("answer");
  self.postMessage({ state: "ready", kept: memory !== null });
}

/** Start once more, beside the page, and keep the memory: the next start needs no loading of modules. */
async function keep() {
  const made = await python(null, true);
  made.runPython(WARM);
  await snapshot.set(HERE, made.makeMemorySnapshot());
  self.postMessage({ state: "kept" });
}

const started = HOW.has("keep") ? keep() : start();
started.catch((error) => {
  console.error(error);
  self.postMessage({ state: "failed" });
});

self.onmessage = async (event) => {
  const { name, given, data } = event.data;
  await started;
  let answer;
  try {
    answer = call(name, given, data);
  } catch (error) {
    console.error(error);
    answer = '{"fault":"worker"}';
  }
  self.postMessage({ answer });
};
