import { answersDepartures } from '@signet/identity'
import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { erasePerson } from './erase-person.ts'

export const handler = eventFunction({
  name: 'intake-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient() },
  failed: 'a departure could not be answered',
  build: (runtime) => answersDepartures(runtime, 'intake', erasePerson(runtime)),
})
