import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'

/** Queues a run of the sequencer. If this fails, the schedule starts it within a minute. */
export const sequenceQueue =
  ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }) =>
  async (): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{}', MessageAttributes: causeAttributes() }))
  }
