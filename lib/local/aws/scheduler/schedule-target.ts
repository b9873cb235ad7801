import { randomUUID } from 'node:crypto'
import type { TargetDeps } from '../events/event-deliveries.ts'
import type { InvokeFunction } from '../ports.ts'
import { messageOf } from '../sqs/queue-rules.ts'

/** The call that EventBridge Scheduler makes to a target: a message to a queue, an execution of a machine, or an invocation. */
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
