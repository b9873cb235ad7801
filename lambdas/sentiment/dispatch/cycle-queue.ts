import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import type { CycleMessage } from '../cycles/cycle-message.ts'

const BATCH = 10

export interface DelayedCycle {
  readonly message: CycleMessage
  readonly delaySeconds: number
}

export interface CycleQueue {
  /** Duplicates are harmless, because a cycle is read once. @throws Error if some messages were not accepted */
  send(cycles: readonly DelayedCycle[]): Promise<void>
}

export const cycleQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): CycleQueue => ({
  async send(cycles) {
    for (let start = 0; start < cycles.length; start += BATCH) {
      const Entries = cycles.slice(start, start + BATCH).map(({ message, delaySeconds }, i) => ({
        Id: String(i),
        MessageBody: JSON.stringify(message),
        MessageAttributes: causeAttributes(),
        MessageGroupId: `${message.org}/${message.tenant}`,
        DelaySeconds: delaySeconds,
      }))
      const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
      if (Failed.length > 0)
        throw new Error(`SQS accepted ${Entries.length - Failed.length} of ${Entries.length} messages`)
    }
  },
})
