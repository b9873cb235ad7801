import { type Effects, notImplemented } from './$kebab/$kebab-effects.ts'
import { read$EntityTask } from './$kebab/$kebab-tasks.ts'
import type { Deps } from './ports.ts'
import type { Message } from './queue/queue.ts'
import { once } from './records/once.ts'

/** Processes one task. Its effect happens once, even if the message is repeated. */
export const queueWith =
  ({ carryOut }: Effects) =>
  async ({ body }: Message, deps: Deps): Promise<void> => {
    const task = read$EntityTask(body)
    await once(deps.records, task.id, deps.now, () => carryOut(task.id, task))
  }

export const queue = queueWith(notImplemented)
