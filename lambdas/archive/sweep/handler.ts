import { SQSClient } from '@aws-sdk/client-sqs'
import { handleSchedule, sendAgain, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { abandonedImports } from '../ingest/open-imports-table.ts'
import { surveyQueue } from '../survey/survey-queue.ts'
import { abandonedSurveys } from '../survey/survey-table.ts'

const env = environmentOf(access.sweep, process.env)
const deps = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const sqs = new SQSClient({})
const imports = {
  abandoned: abandonedImports(deps),
  queue: ingestQueue({ sqs, url: env.ARCHIVE_INGEST_QUEUE_URL }),
}
const surveys = {
  abandoned: abandonedSurveys(deps),
  queue: surveyQueue({ sqs, url: env.ARCHIVE_SURVEY_QUEUE_URL }),
}

/** Once an hour the worker checks whether the index has taken another form. */
const requestReindexScan = async (): Promise<void> => {
  if (systemClock().getUTCMinutes() === 0) await surveys.queue.send({})
}

export const handler = handleSchedule(async () => ({
  imports: await sendAgain(imports),
  surveys: await sendAgain(surveys),
  reindexScan: await requestReindexScan(),
}))
