/* The referee in VS Code: starts `referee lsp` for records and lets it answer. Nothing of the game is known here. */
import { execFile } from "node:child_process";
import { commands, window, workspace } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";

const PATH = "labyrinth.referee.path";
/** @type {LanguageClient | undefined} */
let client;

/** The program, by the user's settings. */
const program = () => workspace.getConfiguration().get(PATH)?.trim() || "referee";

/** Why the program does not start, in a sentence; "" if it does. @returns {Promise<string>} */
const trouble = (command) =>
  new Promise((done) => {
    execFile(command, ["lsp", "--check"], { timeout: 30_000 }, (error, _, told) => {
      if (!error) done("");
      else if (error.code === "ENOENT") done(`There is no program “${command}”. Install it: pipx install "labyrinth-referee[lsp]"`);
      else done(told.trim().split("\n").pop() || error.message);
    });
  });

async function start() {
  const command = program();
  const why = await trouble(command);
  if (why) {
    const settings = "Open the setting";
    const chosen = await window.showErrorMessage(`The referee does not start. ${why}`, settings);
    if (chosen === settings) await commands.executeCommand("workbench.action.openSettings", PATH);
    return;
  }
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("labyrinth", "Labyrinth referee", { run, debug: run }, {
    documentSelector: [{ language: "lgn" }],
    initializationOptions: { again: "editor.action.triggerSuggest" },
  });
  await client.start();
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.needsStop()) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

/** @param {import("vscode").ExtensionContext} context */
export async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("labyrinth.restart", restart),
    workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration(PATH) ? restart() : undefined)),
  );
  await start();
}

export const deactivate = stop;
