import { eventFunction, rowTable, secretsClient, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { customerRow } from '../contract/billing-rows.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import { eraseCustomer } from './erase-customer.ts'
import { takeBilling } from './take-billing.ts'

export const handler = eventFunction({
  name: 'billing-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env), secrets: secretsClient() },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => {
    const { env, now, clients } = runtime
    const secret = clients.secrets.managed(env.STRIPE_SECRET)
    const load = loadProcessor({ secret, address: env.STRIPE_API, now })
    const erase = eraseCustomer({ ...runtime, load, customers: rowTable(customerRow, runtime) })
    return answersLeaving(runtime, 'billing', { erase, take: takeBilling(runtime) })
  },
})
