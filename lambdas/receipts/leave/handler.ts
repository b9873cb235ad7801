import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseOpenings, takeReceipts } from './leave-receipts.ts'

export const handler = eventFunction({
  name: 'receipts-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) =>
    answersLeaving(runtime, 'receipts', { erase: eraseOpenings(runtime), take: takeReceipts(runtime) }),
})
