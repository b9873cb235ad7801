import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Maximum delay of an SQS message, in seconds. */
const DELAY_SECONDS = 900

/** Puts an event back into its queue, where it becomes visible after 15 minutes. */
export type DelayEvent = (event: unknown) => Promise<void>

/**
 * Puts events back into their queue as new messages, so that a delay does not count towards the maximum receive count.
 */
export const mailQueue =
  ({ sqs, url }: { readonly sqs: Pick<SQSClient, 'send'>; readonly url: string }): DelayEvent =>
  async (event) => {
    const message = { QueueUrl: url, MessageBody: JSON.stringify(event), DelaySeconds: DELAY_SECONDS }
    await sqs.send(new SendMessageCommand(message))
  }
