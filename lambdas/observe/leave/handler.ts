import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseObserve, takeObserve } from './leave-observe.ts'

export const handler = eventFunction({
  name: 'observe-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => answersLeaving(runtime, 'observe', { erase: eraseObserve(runtime), take: takeObserve(runtime) }),
})
