/* The licences of all that is in the page besides the referee's own code. */
import fs from "node:fs";
import path from "node:path";

/**
 * One text: what stands under each licence, and the licence.
 * @param {string} web The folder of the page's sources.
 * @param {string[]} inputs The files that the scripts are made of.
 * @param {{name: string, text: string}[]} others What npm does not bring.
 */
export function notices(web, inputs, others) {
  const folders = new Set(inputs.flatMap((file) => path.relative(web, path.resolve(file)).replaceAll(path.sep, "/").match(/^node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  /** @type {Map<string, string[]>} */
  const texts = new Map(others.map(({ name, text }) => [text, [name]]));
  for (const folder of [...folders].sort()) {
    const { name, version } = JSON.parse(fs.readFileSync(path.join(web, folder, "package.json"), "utf8"));
    const file = fs.readdirSync(path.join(web, folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence text`);
    const text = fs.readFileSync(path.join(web, folder, file), "utf8").trim();
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(web, "node_modules", "pyodide", "package.json"), "utf8"));
  const pyodide =
    `Pyodide ${version}, packed anew, is used under the Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/. Its source, and that of ` +
    "the libraries in it with their licences, is at https://github.com/pyodide/pyodide.";
  const parts = [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`);
  return `What is in this page, and under which licences.\n\n${[...parts, pyodide].join("\n\n----\n\n")}\n`;
}
