/* Bundles the client of the language server into dist/extension.js, and puts the licences of all that is in it beside it. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const built = await esbuild.build({
  absWorkingDir: here,
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  metafile: true,
});

const packages = new Set(Object.keys(built.metafile.inputs).flatMap((file) => file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
const notices = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(here, folder, "package.json"), "utf8"));
  const file = fs.readdirSync(path.join(here, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? fs.readFileSync(path.join(here, folder, file), "utf8").trim() : "";
  if (!text) throw new Error(`${name} has no licence text`);
  return `${name} ${version} (${license})\n\n${text}\n`;
});
fs.writeFileSync(path.join(here, "dist", "NOTICES.txt"), `What this extension contains besides its own code:\n\n${notices.join("\n----\n\n")}`);
fs.copyFileSync(path.join(here, "..", "LICENSE"), path.join(here, "LICENSE"));
fs.mkdirSync(path.join(here, "..", "dist"), { recursive: true });
