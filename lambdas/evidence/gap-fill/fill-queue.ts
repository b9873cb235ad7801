import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const FillMessage = z.object({ org: z.string(), tenant: z.string(), id: z.string() })
export type FillMessage = z.infer<typeof FillMessage>

export interface FillQueue {
  /** Notifies a worker. Repeating it is harmless, because a gap fill is done once. */
  send(message: FillMessage): Promise<void>
}

/** Group ids make a standard queue fair, so one organization's texts do not delay another's. */
export const fillQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): FillQueue => ({
  async send({ org, tenant, id }) {
    const MessageBody = JSON.stringify({ org, tenant, id })
    const message = { QueueUrl: url, MessageBody, MessageAttributes: causeAttributes(), MessageGroupId: org }
    await sqs.send(new SendMessageCommand(message))
  },
})
