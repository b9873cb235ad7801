import type { Log } from '@signet/kernel'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { StripeMessage } from '../settle/stripe-message.ts'

/** Handles the messages one after the other. One that fails is returned alone. */
export const workBatch =
  ({ settle, log }: { readonly settle: (message: StripeMessage) => Promise<void>; readonly log: Log }) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
    for (const { body, messageId } of Records) {
      try {
        await settle(StripeMessage.parse(JSON.parse(body)))
      } catch (error) {
        log.error('an event could not be handled', { message_id: messageId, error })
        batchItemFailures.push({ itemIdentifier: messageId })
      }
    }
    return { batchItemFailures }
  }
