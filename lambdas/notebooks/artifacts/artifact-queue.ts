import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import * as z from 'zod'

export const ArtifactMessage = z.object({ workspace: z.string(), notebook: z.string(), artifact: z.string() })
export type ArtifactMessage = z.infer<typeof ArtifactMessage>

export interface ArtifactQueue {
  /** Wakes a worker for the artifact. Repeating it is harmless: an artifact has one worker at a time. */
  send(message: ArtifactMessage): Promise<void>
}

/** Group ids make a standard queue fair: one workspace's artifacts do not delay another's. */
export const artifactQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): ArtifactQueue => ({
  async send({ workspace, notebook, artifact }) {
    const MessageBody = JSON.stringify({ workspace, notebook, artifact })
    const MessageAttributes = causeAttributes()
    const message = { QueueUrl: url, MessageBody, MessageAttributes, MessageGroupId: workspace }
    await sqs.send(new SendMessageCommand(message))
  },
})
