/* The worker in which the referee runs: Python, our package, and a desk that answers by name. */
// @ts-ignore the file lies beside this one in the built page
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { entries, unpacked } from "./shared/packed.js";

const HERE = new URL("./", self.location.href).href;
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
  if (self.location.search === "?kept" && packed[1] === "application/wasm") {
    const kept = await usual(what, how).catch(() => null);
    if (kept?.ok) return kept;
  }
  return unpacked(await usual(new URL(packed[0], HERE)), packed[1]);
};

/** @type {(name: string, given: string, data: Uint8Array) => string} */
let call;

const started = (async () => {
  const code = usual(new URL("referee.packed", HERE)).then(async (answer) => {
    if (!answer.ok) throw new Error("the referee's code is not there");
    return new Uint8Array(await (await unpacked(answer, "application/x-tar")).arrayBuffer());
  });
  const python = await loadPyodide({ indexURL: `${HERE}pyodide/`, stdLibURL: `${HERE}pyodide/library.zip` });
  for (const { name, content } of entries(await code)) {
    const file = `${HOME}/${name}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    python.FS.writeFile(file, content);
  }
  call = python.runPython(`
import sys
sys.path.insert(0, "${HOME}")
from referee.web.desk import Desk

def answer(name, given, data, desk=Desk()):
    return desk.call(name, given, data.to_bytes() if data is not None else b"")

answer
`);
})();

started.then(
  () => self.postMessage({ state: "ready" }),
  (error) => {
    console.error(error);
    self.postMessage({ state: "failed" });
  },
);

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
