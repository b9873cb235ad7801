import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { entitlementTable } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { changeEntitlement, EntitlementEvent } from './change-entitlement.ts'

const env = environmentOf(access.entitlements, process.env)
const now = systemClock

export const handler = handleStep(
  EntitlementEvent,
  changeEntitlement({
    entitlements: entitlementTable({ db: tableClient(), table: env.TABLE_NAME, now }),
    now,
    log: createLog({ fields: { function: 'usage-entitlements' } }),
  }),
)
