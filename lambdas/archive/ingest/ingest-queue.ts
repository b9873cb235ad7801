import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const IngestMessage = z.object({ workspace: z.string(), upload: z.string() })
export type IngestMessage = z.infer<typeof IngestMessage>

export interface IngestQueue {
  /** Wakes a worker for the import. Repeating it is harmless: an import has one worker at a time. */
  send(message: IngestMessage): Promise<void>
}

/** Group ids make a standard queue fair: one workspace's exports do not delay another's. */
export const ingestQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): IngestQueue => ({
  async send({ workspace, upload }) {
    const MessageBody = JSON.stringify({ workspace, upload })
    const MessageAttributes = causeAttributes()
    const message = { QueueUrl: url, MessageBody, MessageAttributes, MessageGroupId: workspace }
    await sqs.send(new SendMessageCommand(message))
  },
})
