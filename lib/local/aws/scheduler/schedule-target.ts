import { randomUUID } from 'node:crypto'
import type { TargetDeps } from '../events/event-deliveries.ts'
import type { InvokeFunction } from '../ports.ts'
import { messageOf } from '../sqs/queue-rules.ts'

/** Calls a target as EventBridge Scheduler does: sends a message, starts an execution, or invokes a function. */
export const scheduleTarget =
  ({ invoke, queues, executions }: Pick<TargetDeps, 'invoke' | 'queues' | 'executions'>): InvokeFunction =>
  async (arn, input) => {
    if (arn.startsWith('arn:aws:sqs:')) {
      const queue = queues.find(arn)
      return queues.send(queue, messageOf(queue, { MessageBody: JSON.stringify(input ?? {}) }))
    }
    if (arn.startsWith('arn:aws:states:')) return executions.start(arn, randomUUID(), JSON.stringify(input ?? {}))
    return invoke(arn, input)
  }
