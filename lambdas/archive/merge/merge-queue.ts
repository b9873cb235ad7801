import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { causeAttributes } from '@signet/kernel'
import type { MergeQueue } from '@signet/search/index'

/** Group ids make a standard queue fair: a workspace with large imports does not delay others. */
export const mergeQueue = ({ sqs, url }: { readonly sqs: SQSClient; readonly url: string }): MergeQueue => ({
  async request(workspace, delaySeconds) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: JSON.stringify({ workspace }),
        MessageAttributes: causeAttributes(),
        MessageGroupId: workspace,
        ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
      }),
    )
  },
})
