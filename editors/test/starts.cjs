/* Loads the built extension with a stand-in for VS Code, opens one record in it and prints what it is told as JSON.
   node starts.cjs EXTENSION.JS REFEREE: the bundle, and the program that it starts. */
const Module = require("node:module");

const TEXT = '[Scenario "Let\'s Roll!"]\nJ 112 event\nJ 95 recruit Afghanistan 3\nUS 43 deploy track > Pakistan 2\n';
const [, , bundle, program] = process.argv;
const said = { commands: [], errors: [], diagnostics: [] };

/** Anything that may be called, made anew, and asked for more of its kind. */
function anything() {
  const known = new Map();
  return new Proxy(function () {}, {
    get(of, key) {
      if (key === "then") return undefined;
      if (key === Symbol.iterator) return function* () {};
      if (typeof key === "symbol" || key === "prototype") return of[key];
      if (!known.has(key)) known.set(key, anything());
      return known.get(key);
    },
    apply: anything,
    construct: anything,
  });
}
const listen = () => ({ dispose() {} });
const besides = (base) =>
  new Proxy(base, { get: (of, key) => (key in of ? of[key] : String(key).startsWith("on") ? listen : (of[key] = anything())) });

class Place { constructor(line, character) { Object.assign(this, { line, character }); } }
class Span { constructor(a, b, c, d) { [this.start, this.end] = typeof a === "number" ? [new Place(a, b), new Place(c, d)] : [a, b]; } }
class Made { constructor(...parts) { this.parts = parts; } }
class Cleared { constructor(call) { this.dispose = call ?? (() => {}); } static from(...all) { return new Cleared(() => all.forEach((one) => one.dispose())); } }
class Emitter { constructor() { this.heard = new Set(); this.event = (call) => (this.heard.add(call), new Cleared(() => this.heard.delete(call))); } fire(what) { this.heard.forEach((call) => call(what)); } dispose() {} }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
const uri = { scheme: "file", fsPath: "/games/x.lgn", toString: () => "file:///games/x.lgn" };
const open = { uri, languageId: "lgn", version: 1, isClosed: false, getText: () => TEXT };
const channel = besides({ append() {}, appendLine() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, dispose() {}, logLevel: 3 });

const classes = ["CompletionItem", "CodeLens", "DocumentLink", "CodeAction", "SymbolInformation", "CallHierarchyItem", "TypeHierarchyItem", "InlayHint", "MarkdownString", "Location", "DiagnosticRelatedInformation", "TextEdit", "SnippetString"];
const vscode = besides({
  ...Object.fromEntries(classes.map((name) => [name, class extends Made {}])),
  Position: Place, Range: Span, Diagnostic, Disposable: Cleared, EventEmitter: Emitter,
  CancellationError: class extends Error {},
  CancellationTokenSource: class { constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: listen }; } cancel() {} dispose() {} },
  version: "1.95.0",
  env: { appName: "stand-in", language: "en" },
  Uri: { parse: () => uri, file: () => uri },
  workspace: besides({ textDocuments: [open], notebookDocuments: [], workspaceFolders: undefined, getConfiguration: () => ({ get: (name, usual) => (name === "labyrinth.referee.path" ? program : usual), has: () => false }) }),
  window: besides({ visibleTextEditors: [], activeTextEditor: undefined, tabGroups: besides({ all: [] }), createOutputChannel: () => channel, showErrorMessage: async (text) => void said.errors.push(text) }),
  languages: besides({ match: () => 10, createDiagnosticCollection: () => ({ set: (_, found) => { said.diagnostics = found; }, delete() {}, clear() {}, dispose() {}, forEach() {} }) }),
  commands: besides({ registerCommand: (name) => (said.commands.push(name), listen()), executeCommand: async () => {} }),
});
const load = Module._load;
Module._load = function (name, ...rest) { return name === "vscode" ? vscode : load.call(this, name, ...rest); };

(async () => {
  const extension = require(bundle);
  await extension.activate({ subscriptions: [] });
  for (let waited = 0; waited < 30_000 && !said.diagnostics.length && !said.errors.length; waited += 50) await new Promise((done) => setTimeout(done, 50));
  await extension.deactivate();
  const diagnostics = said.diagnostics.map((d) => [d.range.start.line + 1, d.message.split("\n")[0]]);
  console.log(JSON.stringify({ ...said, diagnostics }));
  process.exit(0);
})();
