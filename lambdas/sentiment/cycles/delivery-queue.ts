import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const DeliveryMessage = z.object({ org: z.string(), tenant: z.string() })
export type DeliveryMessage = z.infer<typeof DeliveryMessage>

export const DELAY_SECONDS_MAX = 900

export interface DeliveryQueue {
  /** Duplicates are harmless, because the deliverer leases the endpoint and claims each attempt in its row. */
  send(recipient: DeliveryMessage, delaySeconds?: number): Promise<void>
}

/** Group ids make a standard queue fair: one tenant's slow endpoint does not delay another tenant's batches. */
export const deliveryQueue = ({ sqs, url }: { sqs: SQSClient; url: string }): DeliveryQueue => ({
  async send({ org, tenant }, delaySeconds) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify({ org, tenant }),
        MessageAttributes: causeAttributes(),
        MessageGroupId: `${org}/${tenant}`,
        ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
      }),
    )
  },
})
