import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'

/** Which archive is to be surveyed; without a workspace: whether all of them have to be. */
export const SurveyMessage = z.object({ workspace: z.string().min(1).optional() })
export type SurveyMessage = z.infer<typeof SurveyMessage>

export interface SurveyQueue {
  /** Has a worker go on with it. Sending it again does no harm: of two workers one stops at its next write. */
  send(message: SurveyMessage): Promise<void>
}

/** Group ids make a standard queue fair: a large archive does not delay others. */
export const surveyQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): SurveyQueue => ({
  async send({ workspace }) {
    const MessageBody = JSON.stringify({ workspace })
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody, MessageGroupId: workspace ?? 'patrol' }))
  },
})
