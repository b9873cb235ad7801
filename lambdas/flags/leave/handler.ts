import { answersDepartures } from '@signet/identity'
import { eventFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { eraseFlags } from './erase-flags.ts'

export const handler = eventFunction({
  name: 'flags-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient() },
  failed: 'a departure could not be answered',
  build: (runtime) => answersDepartures(runtime, 'flags', eraseFlags(runtime)),
})
