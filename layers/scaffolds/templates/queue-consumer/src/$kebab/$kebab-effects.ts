import type { $EntityTask } from './$kebab-tasks.ts'

/** Effects of a task outside the service, such as sending, calling or writing. */
export interface Effects {
  /**
   * Carries out the task. Called once per task ID, and again with the same key after a crash between the effect and its
   * record: pass the key on as an idempotency key, so that the other system can deduplicate.
   */
  carryOut(key: string, task: $EntityTask): Promise<void>
}

/** An effect that is not implemented yet. Its messages move to the dead-letter queue. */
export class NotImplemented extends Error {
  constructor() {
    super('carryOut is not implemented')
    this.name = 'NotImplemented'
  }
}

/** Implement carryOut, and pass it to `queueWith` in src/handler.ts. */
export const notImplemented: Effects = {
  carryOut: async () => {
    throw new NotImplemented()
  },
}
