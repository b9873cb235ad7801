import { eventFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { imageCountTable } from '../counts/image-count-table.ts'
import { settleImages } from './settle-images.ts'

export const handler = eventFunction({
  name: 'platform-images-settle',
  access: access.settle,
  variables: process.env,
  clients: { db: tableClient() },
  failed: 'image not settled',
  build: (runtime) => settleImages({ counts: imageCountTable(runtime) }),
})
