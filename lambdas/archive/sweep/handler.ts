import { SQSClient } from '@aws-sdk/client-sqs'
import { resendAbandoned, scheduleFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { abandonedImports } from '../ingest/open-imports-table.ts'
import { surveyQueue } from '../survey/survey-queue.ts'
import { abandonedSurveys } from '../survey/survey-table.ts'

export const handler = scheduleFunction({
  name: 'archive-sweep',
  access: access.sweep,
  variables: process.env,
  clients: { db: tableClient(), sqs: new SQSClient({}) },
  build: (runtime) => {
    const { env, now, clients } = runtime
    const { sqs } = clients
    const imports = {
      abandoned: abandonedImports(runtime),
      queue: ingestQueue({ sqs, url: env.ARCHIVE_INGEST_QUEUE_URL }),
    }
    const surveys = {
      abandoned: abandonedSurveys(runtime),
      queue: surveyQueue({ sqs, url: env.ARCHIVE_SURVEY_QUEUE_URL }),
    }
    /** Requests a scan once per hour; the sweep runs every minute. */
    const requestReindexScan = async (): Promise<void> => {
      if (now().getUTCMinutes() === 0) await surveys.queue.send({})
    }
    return async () => ({
      imports: await resendAbandoned(imports),
      surveys: await resendAbandoned(surveys),
      reindexScan: await requestReindexScan(),
    })
  },
})
