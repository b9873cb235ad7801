import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

/** Names the archive to survey. Without a workspace, starts the scan that surveys all archives after a change of the index. */
export const SurveyMessage = z.object({ workspace: z.string().min(1).optional() })
export type SurveyMessage = z.infer<typeof SurveyMessage>

export interface SurveyQueue {
  /** Wakes a worker to continue. Repeating the message is harmless: of two workers, one stops at its next write. */
  send(message: SurveyMessage): Promise<void>
}

/** Group ids make a standard queue fair: a large archive does not delay others. */
export const surveyQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): SurveyQueue => ({
  async send({ workspace }) {
    const MessageBody = JSON.stringify({ workspace })
    const MessageAttributes = causeAttributes()
    const message = { QueueUrl: url, MessageBody, MessageAttributes, MessageGroupId: workspace ?? 'reindex-scan' }
    await sqs.send(new SendMessageCommand(message))
  },
})
