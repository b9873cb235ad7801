import type { $EntityFlow } from './$kebab-flow.ts'

/** A step that no repetition makes good. */
export class Final extends Error {}

/** An effect that is not implemented yet. A flow that reaches it ends as failed. */
export class NotBuilt extends Final {
  constructor(effect: string) {
    super(`${effect} is not built`)
    this.name = 'NotBuilt'
  }
}

/**
 * What a flow does outside. A step can run twice after a crash, with the same key: hand it on as the idempotency key, so that
 * the other side does it once.
 */
export interface Effects {
  pay(key: string, flow: $EntityFlow): Promise<void>
  notify(key: string, flow: $EntityFlow): Promise<void>
}

/** Write these two, and hand them to `queueWith` in src/handler.ts. */
export const notBuilt: Effects = {
  pay: async () => {
    throw new NotBuilt('pay')
  },
  notify: async () => {
    throw new NotBuilt('notify')
  },
}
