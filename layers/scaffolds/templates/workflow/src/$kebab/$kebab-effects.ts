import type { $EntityFlow } from './$kebab-flow.ts'

/** A failure that no retry can fix. */
export class PermanentError extends Error {}

/** An effect that is not implemented yet. A flow that reaches it ends as failed. */
export class NotImplemented extends PermanentError {
  constructor(effect: string) {
    super(`${effect} is not implemented`)
    this.name = 'NotImplemented'
  }
}

/**
 * Effects outside the service. After a crash a step can run again with the same key: pass the key on as an idempotency
 * key, so that the other system can deduplicate.
 */
export interface Effects {
  pay(key: string, flow: $EntityFlow): Promise<void>
  notify(key: string, flow: $EntityFlow): Promise<void>
}

/** Implement both, and pass them to `queueWith` in src/handler.ts. */
export const notImplemented: Effects = {
  pay: async () => {
    throw new NotImplemented('pay')
  },
  notify: async () => {
    throw new NotImplemented('notify')
  },
}
