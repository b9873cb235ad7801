import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { erasePosture, takePosture } from './leave-posture.ts'

export const handler = eventFunction({
  name: 'posture-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => answersLeaving(runtime, 'posture', { erase: erasePosture(runtime), take: takePosture(runtime) }),
})
