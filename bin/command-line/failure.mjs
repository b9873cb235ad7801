/** How the program ends. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 }

/** An error that is reported in one sentence, without a stack. */
export class Failure extends Error {
  /** @param {number} code @param {string} message */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}
