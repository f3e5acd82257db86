import * as esbuild from "esbuild"; import fs from "node:fs"; import path from "node:path";
const SRC="src", OUT="../dist/web";
const sheets = { name: "sheets", setup: (b) => b.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "js" })) };
const common = { bundle: true, minify: true, format: "esm", target: ["chrome111"], logLevel: "warning", plugins: [sheets] };
await esbuild.build({ ...common, entryPoints: { main: "src/main.js" }, outdir: OUT, splitting: true, chunkNames: "parts/[name]-[hash]" });
const files=fs.readdirSync(SRC,{recursive:true}).map(String).filter(n=>n.endsWith(".css")).sort();
const own=["main.css",...files.filter(n=>n!=="main.css")];
fs.writeFileSync(path.join(OUT,"main.css"),own.map(n=>fs.readFileSync(path.join(SRC,n),"utf8")).join("\n"));
