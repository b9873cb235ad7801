import type { Deps } from '../ports.ts'
import { type Message, Unusable } from './queue.ts'

type Logging = Pick<Deps, 'now' | 'log'>

/** Whether another worker has the message. It is retried in case that worker crashes, and is not a failure. */
const isBusy = (error: unknown): boolean => error instanceof Error && error.name === 'Busy'

/**
 * Processes a batch. Returns the IDs of the messages to retry, so that an invalid message does not stop the others. A
 * message that always fails moves to the dead-letter queue after the retries of the platform.
 */
export const settle = async <D extends Logging>(
  messages: readonly Message[],
  handle: (message: Message, deps: D) => Promise<void>,
  deps: D,
): Promise<readonly string[]> => {
  const failed: string[] = []
  for (const message of messages) {
    const startedAt = deps.now()
    const line = { event: 'message', id: message.id, attempt: message.attempt }
    try {
      await handle(message, deps)
      deps.log({ ...line, outcome: 'done', ms: deps.now() - startedAt })
    } catch (error) {
      failed.push(message.id)
      const fault = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
      const outcome = error instanceof Unusable ? 'unusable' : isBusy(error) ? 'busy' : 'failed'
      deps.log({ ...line, outcome, fault, ms: deps.now() - startedAt })
    }
  }
  return failed
}
