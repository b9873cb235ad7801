import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseNotebooks } from './erase-notebooks.ts'
import { takeNotebooks } from './take-notebooks.ts'

export const handler = eventFunction({
  name: 'notebooks-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) =>
    answersLeaving(runtime, 'notebooks', { erase: eraseNotebooks(runtime), take: takeNotebooks(runtime) }),
})
