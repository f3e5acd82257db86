/* What the referee knows of the place where the cursor is. */

export class Knowing {
  /**
   * @param {import("./link.js").Link} link
   * @param {import("../app.js").App} app
   * @param {() => import("./editor.js").Editor} editor
   */
  constructor(link, app, editor) {
    this.link = link;
    this.app = app;
    this.editor = editor;
    this.hints = true;
    /** @type {import("@codemirror/state").Extension[]} */
    this.extensions = [];
  }

  forget() {}
  all() {}
  fix() {}
  format() {}
  hint() {
    return (this.hints = !this.hints);
  }
}
