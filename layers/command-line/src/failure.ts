export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, unreachable: 4 } as const

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
