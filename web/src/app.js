/* What every part is given, in types. */

/**
 * @typedef {object} App
 * @property {import("./referee.js").Referee} referee The referee in its worker.
 * @property {import("./shared/store.js").Store} store What is kept in this browser.
 * @property {(text: string) => void} say Say something to a screen reader.
 * @property {(part: string, params?: Record<string, any>) => void} go Go to a part; `path` is the rest of the address.
 * @property {(record: {text: string, name: string, line?: number}, part: string) => void} open Go on with a record in a part.
 */

/**
 * @typedef {object} Part
 * @property {(params: {path: string[], query: URLSearchParams, [more: string]: any}) => void | Promise<void>} [enter]
 * The part is shown, or its address has changed.
 * @property {() => Promise<void>} [keep] The page is loaded again: what is not kept yet is kept.
 * @property {() => void} [leave] Another part is shown.
 */

export {};
