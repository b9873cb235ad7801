/** A message as a queue gives it: at least once, in no order. */
export interface Message {
  readonly id: string
  readonly body: unknown
  /** How often it was given, from 1. */
  readonly attempt: number
}

export interface Queue {
  /** Milliseconds of delay: at most 15 minutes. */
  send(body: unknown, delayMs?: number): Promise<void>
}

/** A message that no repetition makes good. It is logged and goes no further. */
export class Unusable extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'Unusable'
  }
}
