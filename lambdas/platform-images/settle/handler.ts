import { createLog, handleBatch, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { imageCountTable } from '../counts/image-count-table.ts'
import { settleImages } from './settle-images.ts'

const env = environmentOf(access.settle, process.env)

export const handler = handleBatch(
  settleImages({
    counts: imageCountTable({ db: tableClient(), table: env.TABLE_NAME, now: systemClock }),
    log: createLog({ fields: { function: 'platform-images-settle' } }),
  }),
)
