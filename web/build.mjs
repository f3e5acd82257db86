/* Builds the page into dist/web: node build.mjs [--page]. PYTHON names the interpreter that has the project installed;
   --page builds the scripts and style sheets alone, where all else is as it was. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { notices } from "./notices.mjs";
import { bundled } from "./python.mjs";

const WEB = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.dirname(WEB);
const OUT = path.join(ROOT, "dist", "web");
const PAGE_ONLY = process.argv.includes("--page");
const SRC = path.join(WEB, "src");
const PYODIDE = path.join(WEB, "node_modules", "pyodide");
const TEMPLATES = path.join(ROOT, "referee", "reports", "templates");
const PYTHON = process.env.PYTHON ?? path.join(ROOT, ".venv", "bin", "python");
/* The report's own sheets, in its order. */
const LOOK = ["style.css", "drawing.css", "later.css", "map.css", "flowchart.css"];
const LIMIT = 7_000_000;

const read = (/** @type {string} */ file) => fs.readFileSync(file, "utf8");
const put = (/** @type {string} */ name, /** @type {any} */ what) => {
  const file = path.join(OUT, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, what);
};
/** @type {(args: string[], stdio: any) => import("node:child_process").ChildProcess} */
const python = (args, stdio) => spawn(PYTHON, args, { cwd: ROOT, stdio });
/** @type {(child: import("node:child_process").ChildProcess) => Promise<void>} */
const ended = async (child) => {
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ").slice(0, 200)} has failed`);
};
/* Compressed with Zstandard, which Node has from version 22 on alone. */
const pack = async (/** @type {string} */ name, /** @type {Uint8Array} */ what) => {
  const compress = "import sys, zstandard; sys.stdout.buffer.write(zstandard.ZstdCompressor(level=22).compress(sys.stdin.buffer.read()))";
  const child = python(["-c", compress], ["pipe", "pipe", "inherit"]);
  child.stdin?.end(what);
  const [packed] = await Promise.all([buffer(/** @type {any} */ (child.stdout)), ended(child)]);
  put(name, packed);
};
const files = (/** @type {string} */ folder, /** @type {string} */ ending) =>
  fs.readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(ending)).sort();

/* A style sheet that a script imports belongs to the one sheet of the page. */
const sheets = { name: "sheets", setup: (/** @type {any} */ build) => build.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "js" })) };

const HASHES = path.join(WEB, "node_modules", ".policy.json");
const LICENCES = path.join(WEB, "node_modules", ".notices.json");
if (!PAGE_ONLY) await program();
const hashes = JSON.parse(read(HASHES));

// the page
const runtime = createHash("sha256");
for (const name of files(OUT, ".packed").concat("pyodide/pyodide.asm.mjs")) runtime.update(fs.readFileSync(path.join(OUT, name)));
const stamp = { name: "stamp", setup: (/** @type {any} */ build) => build.onLoad({ filter: /snapshot\.js$/ }, (/** @type {any} */ file) => ({ contents: read(file.path).replace("@PYTHON@", runtime.copy().digest("hex").slice(0, 16)) })) };
const common = { bundle: true, minify: true, format: /** @type {const} */ ("esm"), target: ["chrome111", "firefox115", "safari16.4"], logLevel: /** @type {const} */ ("warning"), plugins: [sheets, stamp], metafile: true, loader: /** @type {const} */ ({ ".lgn": "text" }) };
fs.rmSync(path.join(OUT, "parts"), { recursive: true, force: true });
const { metafile } = await esbuild.build({ ...common, entryPoints: { main: path.join(SRC, "main.js") }, outdir: OUT, splitting: true, chunkNames: "parts/[name]-[hash]" });
const { metafile: inWorker } = await esbuild.build({ ...common, entryPoints: { worker: path.join(SRC, "worker.js") }, outdir: OUT, external: ["./pyodide/pyodide.mjs"] });
put("look.css", LOOK.map((name) => read(path.join(TEMPLATES, name))).join("\n"));
const own = ["main.css", ...files(SRC, ".css").filter((name) => name !== "main.css")];
put("main.css", (await esbuild.transform(own.map((name) => read(path.join(SRC, name))).join("\n"), { loader: "css", minify: true })).code);
put("NOTICES.txt", notices(WEB, [...Object.keys(metafile.inputs), ...Object.keys(inWorker.inputs)], JSON.parse(read(LICENCES))));
for (const name of ["manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"]) put(name, fs.readFileSync(path.join(SRC, name)));
const policy = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' ${hashes.script.join(" ")}`,
  `style-src 'self' ${hashes.style.join(" ")}`,
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
put("index.html", read(path.join(SRC, "index.html")).replace("@POLICY@", policy));
// hosts that read this file send the policy as a header, which holds for the worker as well
put("_headers", `/*\n  Content-Security-Policy: ${policy}; frame-ancestors 'none'\n  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n`);

// what is kept for later: everything of the first load
const every = files(OUT, "").filter((name) => fs.statSync(path.join(OUT, name)).isFile() && !["_headers", "sw.js"].includes(name));
const kept = every.filter((name) => !/^(gallery|learn)\//.test(name.replaceAll(path.sep, "/")));
const build = createHash("sha256");
for (const name of every) build.update(name).update(fs.readFileSync(path.join(OUT, name)));
const worker = await esbuild.build({ ...common, entryPoints: [path.join(SRC, "sw.js")], write: false });
const list = JSON.stringify(kept.map((name) => name.replaceAll(path.sep, "/")));
put("sw.js", worker.outputFiles[0].text.replace("@BUILD@", build.digest("hex").slice(0, 16)).replace(/"@FILES@"/, JSON.stringify(list)));

const transfer = [...kept, "sw.js"].reduce((sum, name) => {
  const raw = fs.readFileSync(path.join(OUT, name));
  return sum + (/\.(zip|packed|png)$/.test(name) ? raw.length : gzipSync(raw).length);
}, 0);
console.log(`${path.relative(process.cwd(), OUT) || "."}: first load ${(transfer / 1e6).toFixed(2)} MB compressed, ${kept.length + 1} files`);
if (transfer > LIMIT) throw new Error(`the first load is over ${LIMIT / 1e6} MB`);

/** Pyodide, the referee, and what it tells of the rules. */
async function program() {
  fs.rmSync(OUT, { recursive: true, force: true });
  fs.mkdirSync(OUT, { recursive: true });

  // Pyodide, as the lock file has it: npm has compared it with its hash
  const version = JSON.parse(read(path.join(PYODIDE, "package.json"))).version;
  const locked = JSON.parse(read(path.join(WEB, "package-lock.json"))).packages["node_modules/pyodide"];
  if (version !== locked.version || !locked.integrity) throw new Error("node_modules has another Pyodide than package-lock.json: run npm ci");
  put("pyodide/pyodide-lock.json", JSON.stringify({ ...JSON.parse(read(path.join(PYODIDE, "pyodide-lock.json"))), packages: {} })); // none of its packages is loaded
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) put(`pyodide/${name}`, read(path.join(PYODIDE, name)).replace(/\n\/\/# sourceMappingURL=.*/, ""));
  const wasm = pack("pyodide/wasm.packed", fs.readFileSync(path.join(PYODIDE, "pyodide.asm.wasm")));

  // Learn: its pages as data, and the reports of the gallery, fetched when they are opened
  const learn = ended(python(["-m", "referee.web.pages", OUT], "inherit"));

  // the referee
  const work = path.join(OUT, ".work");
  fs.mkdirSync(work);
  await ended(python([path.join(WEB, "bundle.py"), path.join(work, "referee.zip")], ["ignore", "inherit", "inherit"]));
  const { code, library } = await bundled(PYODIDE, path.join(work, "referee.zip"));
  await Promise.all([wasm, learn, pack("referee.packed", code), pack("pyodide/library.packed", library)]);
  fs.copyFileSync(path.join(work, "referee.policy.json"), HASHES);
  fs.copyFileSync(path.join(work, "referee.notices.json"), LICENCES);
  fs.rmSync(work, { recursive: true });
}
