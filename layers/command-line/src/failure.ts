/** Exit statuses. `refused`: the service rejected the request; `unreachable`: there is no service to call. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

/** Ends the program with a message and an exit status. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
