import { SQSClient } from '@aws-sdk/client-sqs'
import { handleSchedule, sendAgain, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { artifactQueue } from '../artifacts/artifact-queue.ts'
import { abandonedArtifacts } from '../artifacts/open-artifacts-table.ts'
import { access } from '../contract/access.ts'

const env = environmentOf(access.sweep, process.env)
const artifacts = {
  abandoned: abandonedArtifacts({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
  queue: artifactQueue({ sqs: new SQSClient({}), url: env.NOTEBOOKS_ARTIFACTS_QUEUE_URL }),
}

export const handler = handleSchedule(async () => ({ artifacts: await sendAgain(artifacts) }))
