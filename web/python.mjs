/* Python as the page needs it: our code and its library compiled for Pyodide's Python, without what no page uses. */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const WEB = path.dirname(new URL(import.meta.url).pathname);

/**
 * Our code as a tar, and Python's library as a zip that is not compressed: each is compressed as a whole.
 * @param {string} pyodide The folder of Pyodide.
 * @param {string} zip Our code.
 * @returns {Promise<{code: Uint8Array, library: Uint8Array}>}
 */
export async function bundled(pyodide, zip) {
  const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
  // without columns in tracebacks, which nobody sees: the code is a fourth smaller
  const python = await loadPyodide({ indexURL: pyodide + path.sep, env: { HOME: "/home", PYTHONNODEBUGRANGES: "1" } });
  python.runPython(fs.readFileSync(path.join(WEB, "packing.py"), "utf8"));
  const bytes = (/** @type {string} */ file) => new Uint8Array(fs.readFileSync(file));
  const pack = python.globals.get("pack");
  const [code, library] = pack(bytes(zip), bytes(path.join(pyodide, "python_stdlib.zip"))).toJs();
  return { code, library };
}
