import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import type { StripeMessage } from '../settle/stripe-message.ts'

export interface EventQueue {
  /** Queues a message. Duplicates are harmless. */
  send(message: StripeMessage): Promise<void>
}

/** Group IDs make a standard queue fair: a customer with many events does not delay other customers. */
export const eventQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): EventQueue => ({
  async send(message) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(message),
        MessageAttributes: causeAttributes(),
        MessageGroupId: message.customer_id ?? message.object_id,
      }),
    )
  },
})
