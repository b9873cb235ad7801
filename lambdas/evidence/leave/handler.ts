import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseEvidence, takeEvidence } from './leave-evidence.ts'

export const handler = eventFunction({
  name: 'evidence-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) =>
    answersLeaving(runtime, 'evidence', { erase: eraseEvidence(runtime), take: takeEvidence(runtime) }),
})
