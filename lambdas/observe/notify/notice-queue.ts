import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const NoticeKey = z.object({ tenant: z.string(), id: z.string() })
export type NoticeKey = z.output<typeof NoticeKey>

/** Longest time that a message waits in a queue. */
export const DELAY_SECONDS_MAX = 900

export interface NoticeQueue {
  /** Sending it again is harmless: attempts are claimed in the row. */
  send(key: NoticeKey, delaySeconds: number): Promise<void>
}

export const noticeQueue = ({ sqs, url }: { sqs: Pick<SQSClient, 'send'>; url: string }): NoticeQueue => ({
  async send(key, delaySeconds) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(key),
        MessageAttributes: causeAttributes(),
        MessageGroupId: key.tenant,
        DelaySeconds: Math.min(delaySeconds, DELAY_SECONDS_MAX),
      }),
    )
  },
})
