import { answersDepartures } from '@signet/identity'
import { eventFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { eraseNotebooks } from './erase-notebooks.ts'

export const handler = eventFunction({
  name: 'notebooks-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient() },
  failed: 'a departure could not be answered',
  build: (runtime) => answersDepartures(runtime, 'notebooks', eraseNotebooks(runtime)),
})
