import { answersDepartures } from '@signet/identity'
import { eventFunction, rowTable, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { customerRow } from '../contract/billing-rows.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import { eraseCustomer } from './erase-customer.ts'

export const handler = eventFunction({
  name: 'billing-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient() },
  failed: 'a departure could not be answered',
  build: (runtime) => {
    const { env, now, clients } = runtime
    const secret = clients.secrets.managed(env.STRIPE_SECRET)
    const load = loadProcessor({ secret, address: env.STRIPE_API, now })
    const erase = eraseCustomer({ ...runtime, load, customers: rowTable(customerRow, runtime) })
    return answersDepartures(runtime, 'billing', erase)
  },
})
