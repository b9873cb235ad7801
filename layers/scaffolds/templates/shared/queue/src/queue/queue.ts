/** A message from a queue, delivered at least once and in any order. */
export interface Message {
  readonly id: string
  readonly body: unknown
  /** Number of the delivery attempt, from 1. */
  readonly attempt: number
}

export interface Queue {
  /** Sends a message after a delay of at most 15 minutes. */
  send(body: unknown, delayMs?: number): Promise<void>
}

/** A message that no retry can fix. It is logged and moves to the dead-letter queue. */
export class Unusable extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unusable'
  }
}
