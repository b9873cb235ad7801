import { erasureFunction } from '@signet/erasure'
import { rowTable, secretsClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { customerRow } from '../contract/billing-rows.ts'
import { rows } from '../contract/rows.ts'
import { loadProcessor } from '../stripe/load-processor.ts'
import { eraseCustomer } from './erase-customer.ts'

export const handler = erasureFunction('billing', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { secrets: secretsClient() },
  special: (runtime) => {
    const { env, now, clients } = runtime
    const secret = clients.secrets.managed(env.STRIPE_SECRET)
    const load = loadProcessor({ secret, address: env.STRIPE_API, now })
    return eraseCustomer({ load, customers: rowTable(customerRow, runtime) })
  },
})
