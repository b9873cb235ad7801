import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'

/** Tells the sequencer that something waits. Who cannot be told comes within a minute. */
export const sequenceQueue =
  ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }) =>
  async (): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{}', MessageAttributes: causeAttributes() }))
  }
