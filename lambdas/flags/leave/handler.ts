import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseFlags } from './erase-flags.ts'
import { takeFlags } from './take-flags.ts'

export const handler = eventFunction({
  name: 'flags-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => answersLeaving(runtime, 'flags', { erase: eraseFlags(runtime), take: takeFlags(runtime) }),
})
