import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** Asks for the merging of segments. Asking again does no harm. */
export interface MergeQueue {
  ask(workspace: string, delaySeconds?: number): Promise<void>
}

/** Group ids make a standard queue fair: a workspace that takes in much does not delay another's. */
export const mergeQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): MergeQueue => ({
  async ask(workspace, delaySeconds) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify({ workspace }),
        MessageGroupId: workspace,
        ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
      }),
    )
  },
})
