import { SQSClient } from '@aws-sdk/client-sqs'
import { resendAbandoned, scheduleFunction, tableClient } from '@signet/kernel'
import { artifactQueue } from '../artifacts/artifact-queue.ts'
import { abandonedArtifacts } from '../artifacts/open-artifacts-table.ts'
import { access } from '../contract/access.ts'

export const handler = scheduleFunction({
  name: 'notebooks-sweep',
  access: access.sweep,
  variables: process.env,
  clients: { db: tableClient(), sqs: new SQSClient({}) },
  build: (runtime) => {
    const { env, clients } = runtime
    const queue = artifactQueue({ sqs: clients.sqs, url: env.NOTEBOOKS_ARTIFACTS_QUEUE_URL })
    const artifacts = { abandoned: abandonedArtifacts(runtime), queue }
    return async () => ({ artifacts: await resendAbandoned(artifacts) })
  },
})
