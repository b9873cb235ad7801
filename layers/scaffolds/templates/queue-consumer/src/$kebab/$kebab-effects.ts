import type { $EntityTask } from './$kebab-tasks.ts'

/** Effects of a task outside the service: it sends, calls or writes. */
export interface Effects {
  /**
   * Called once for each id of a task, and again with the same key after a crash between the effect and its mark: hand the key on
   * as the idempotency key, so that the other side does it once.
   */
  carryOut(key: string, task: $EntityTask): Promise<void>
}

/** An effect that is not implemented yet. Its messages move to the dead-letter queue. */
export class NotBuilt extends Error {
  constructor() {
    super('carryOut is not built')
    this.name = 'NotBuilt'
  }
}

/** Implement it, and pass it to `queueWith` in src/handler.ts. */
export const notBuilt: Effects = {
  carryOut: async () => {
    throw new NotBuilt()
  },
}
