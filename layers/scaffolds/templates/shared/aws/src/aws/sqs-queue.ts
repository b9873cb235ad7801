// #if sends
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Queue } from '../queue/queue.ts'

/** An SQS queue. */
export const sqsQueue = (url: string): Queue => {
  const client = new SQSClient({})
  return {
    send: async (body, delayMs = 0) => {
      const DelaySeconds = Math.min(900, Math.ceil(delayMs / 1_000))
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body), DelaySeconds }))
    },
  }
}
// #endif
