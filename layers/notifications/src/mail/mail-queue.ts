import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** The longest delay of a message. */
const DELAY_SECONDS = 900

/** Puts an event into its queue again, where it is seen after a quarter of an hour. */
export type PutOff = (event: unknown) => Promise<void>

/**
 * Puts off events in the queue that they came from. Each time it is a message of its own, so the receives after which a
 * queue gives a message up are not used up by waiting.
 */
export const mailQueue =
  ({ sqs, url }: { readonly sqs: Pick<SQSClient, 'send'>; readonly url: string }): PutOff =>
  async (event) => {
    const message = { QueueUrl: url, MessageBody: JSON.stringify(event), DelaySeconds: DELAY_SECONDS }
    await sqs.send(new SendMessageCommand(message))
  }
