/* What the referee says of a record that is being written, in types. */

/**
 * @typedef {{number: string, title: string, summary: string}} Rule
 * @typedef {{n: number, label: string, note: string, odds: string, chance: number | null, country: string}} Pick
 * @typedef {Pick & {asked: string, why: {said: string, rule: Rule | null}[]}} Forbidden
 */

/**
 * @typedef {object} Passed A question whose usual answer holds if the next one is answered.
 * @property {string} title
 * @property {number} usual
 * @property {string} enter
 * @property {Pick[]} picks
 * @property {Rule | null} rule
 */

/**
 * @typedef {object} Question
 * @property {string} settled What a flowchart has settled before it.
 * @property {string} title
 * @property {string} hint
 * @property {string} kind card, answer, more, dice, anyway, end, dead, over.
 * @property {string} side
 * @property {Rule | null} rule
 * @property {number} dice
 * @property {string[]} faces
 * @property {boolean} hides
 * @property {boolean} counts
 * @property {Pick[]} picks
 * @property {{label: string, n: number} | null} usual
 * @property {Passed[]} passed
 * @property {boolean} pad
 * @property {string[]} about The countries that it is about.
 * @property {boolean} forbids
 */

/**
 * @typedef {{note: boolean, kind: string, rule: string, said: string, help: string}} Finding
 * @typedef {{n: number, text: string, side: string, findings: Finding[], did: string[], tries: boolean}} Line
 */

/**
 * @typedef {object} State
 * @property {number} at
 * @property {string[]} said
 * @property {boolean} wrong
 * @property {string[]} told
 * @property {{asked: string, boxes: string[]}[]} ways The ways of a Bot through its flowchart.
 * @property {Question} question
 * @property {{line: string, said: string[]} | null} waits
 * @property {string} draft
 * @property {object | null} open The open play, for `record.open` to go on with.
 * @property {{cards: number[], names: string[], reserves: boolean, held: number, more: {reserves: boolean, second: boolean}} | null} card
 * @property {{kind: string, label: string}[]} others
 * @property {{turn: number, side: string, who: string, player: string, bot: boolean, when: string, said: string, over: boolean}} clock
 * @property {{name: string, short: string, value: string}[]} tracks
 * @property {{side: string, name: string, n: number, known: number[]}[]} hands
 * @property {Record<string, string>} gone
 * @property {number[]} numbers
 * @property {Line[]} lines
 * @property {number} wrongs
 * @property {string} undo
 * @property {boolean} redo
 * @property {string} title
 * @property {number} seed
 * @property {boolean} always
 * @property {{of: number, now: number, told: string[], line: string} | null} finishes The open line that is asked about, and the words above it.
 * @property {boolean} deals Whether the page keeps deck and dice.
 * @property {boolean} passes Whether two people pass one screen over, each with a hand of their own.
 * @property {string} text
 * @property {{title: string, instead_of: string, lines: string[]} | null} what_if What is tried beside the game.
 * @property {import("../shared/map.js").Drawn} [board]
 */

/**
 * @typedef {{n: number, title: string, ops: number, side: string | null}} Card
 * @typedef {(call: string, given?: Record<string, any>) => Promise<void>} Send Asks the referee and shows what came of it.
 */

export {};
