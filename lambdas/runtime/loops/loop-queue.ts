import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const LoopMessage = z.object({ org: z.string(), loop: z.string(), tick: z.int() })
export type LoopMessage = z.infer<typeof LoopMessage>

export interface LoopQueue {
  /** Requests the step after `tick`. Duplicate messages have no effect, because a step is written once. */
  send(message: LoopMessage): Promise<void>
}

/** SQS serves message groups fairly, so one organization's interviews do not delay another's. */
export const loopQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): LoopQueue => ({
  async send({ org, loop, tick }) {
    const MessageBody = JSON.stringify({ org, loop, tick })
    const message = { QueueUrl: url, MessageBody, MessageAttributes: causeAttributes(), MessageGroupId: org }
    await sqs.send(new SendMessageCommand(message))
  },
})
