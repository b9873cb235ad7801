import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseFlows, takeFlows } from './leave-flows.ts'

export const handler = eventFunction({
  name: 'flows-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => answersLeaving(runtime, 'flows', { erase: eraseFlows(runtime), take: takeFlows(runtime) }),
})
