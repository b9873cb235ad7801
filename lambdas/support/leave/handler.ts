import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { erasePerson } from './erase-person.ts'
import { takeMessages } from './take-messages.ts'

export const handler = eventFunction({
  name: 'intake-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env), secrets: secretsClient() },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => answersLeaving(runtime, 'support', { erase: erasePerson(runtime), take: takeMessages(runtime) }),
})
