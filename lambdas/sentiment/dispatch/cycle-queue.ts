import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { CycleMessage } from '../cycles/cycle-message.ts'

/** What one call of SQS takes. */
const BATCH = 10

/** A message with the seconds after which it is seen. */
export interface DelayedCycle {
  readonly message: CycleMessage
  readonly delaySeconds: number
}

export interface CycleQueue {
  /** Sending one again does no harm: a cycle is read once. @throws Error when some were not taken. */
  send(cycles: readonly DelayedCycle[]): Promise<void>
}

export const cycleQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): CycleQueue => ({
  async send(cycles) {
    for (let at = 0; at < cycles.length; at += BATCH) {
      const Entries = cycles.slice(at, at + BATCH).map(({ message, delaySeconds }, i) => ({
        Id: String(i),
        MessageBody: JSON.stringify(message),
        MessageGroupId: `${message.org}/${message.tenant}`,
        DelaySeconds: delaySeconds,
      }))
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
      if (Failed.length > 0) throw new Error(`SQS took ${Entries.length - Failed.length} of ${Entries.length} messages`)
    }
  },
})
