import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'

export const DELAY_SECONDS_MAX = 900

export interface DeliveryMessage {
  readonly body: object
  readonly tenant: string
  /** The request that caused the delivery; defaults to the current request. */
  readonly cause?: Parameters<typeof causeAttributes>[0]
  readonly delaySeconds?: number | undefined
}

export interface DeliveryQueue {
  /**
   * Queues an attempt. Duplicates are harmless if attempts are claimed in a row. Longer delays are capped at the
   * maximum.
   */
  send(message: DeliveryMessage): Promise<void>
}

/** Group ids make a standard queue fair: the slow receivers of one tenant do not delay the webhooks of another. */
export const deliveryQueue = ({ sqs, url }: { sqs: Pick<SQSClient, 'send'>; url: string }): DeliveryQueue => ({
  async send({ body, tenant, cause, delaySeconds }) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify(body),
        MessageAttributes: causeAttributes(cause),
        MessageGroupId: tenant,
        ...(delaySeconds === undefined ? {} : { DelaySeconds: Math.min(delaySeconds, DELAY_SECONDS_MAX) }),
      }),
    )
  },
})
