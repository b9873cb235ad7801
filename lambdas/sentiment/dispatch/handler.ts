import { SQSClient } from '@aws-sdk/client-sqs'
import { createLog, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { cycleQueue } from './cycle-queue.ts'
import { dispatchCycles } from './dispatch-cycles.ts'
import { watchTable } from './watch-table.ts'

const env = environmentOf(access.dispatch, process.env)
const now = systemClock

export const handler = handleSchedule(
  dispatchCycles({
    monitors: watchTable({ db: tableClient(), table: env.TABLE_NAME, now }),
    queue: cycleQueue({ sqs: new SQSClient({}), url: env.SENTIMENT_CYCLES_QUEUE_URL }),
    stage: env.STAGE,
    now,
    log: createLog({ fields: { function: 'sentiment-dispatch' } }),
  }),
)
