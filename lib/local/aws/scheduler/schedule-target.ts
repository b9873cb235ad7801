import { randomUUID } from 'node:crypto'
import type { InvokeFunction } from '../ports.ts'
import type { Executions } from '../sfn/executions.ts'
import { messageOf } from '../sqs/queue-rules.ts'
import type { Queues } from '../sqs/queues.ts'

export interface TargetDeps {
  readonly invoke: InvokeFunction
  readonly queues: Queues
  readonly executions: Executions
}

/** The call that EventBridge Scheduler makes to a target: a message to a queue, an execution of a machine, or an invocation. */
export const scheduleTarget =
  ({ invoke, queues, executions }: TargetDeps): InvokeFunction =>
  async (arn, input) => {
    if (arn.startsWith('arn:aws:sqs:')) {
      const queue = queues.find(arn)
      return queues.send(queue, messageOf(queue, { MessageBody: JSON.stringify(input ?? {}) }))
    }
    if (arn.startsWith('arn:aws:states:')) return executions.start(arn, randomUUID(), JSON.stringify(input ?? {}))
    return invoke(arn, input)
  }
