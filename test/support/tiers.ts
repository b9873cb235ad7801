import { randomUUID } from 'node:crypto'
import { type EntitlementChange, entitlementTable } from '@signet/ledger'
import { stackNow } from './control.ts'
import { table } from './keys.ts'
import { testStack } from './test-stack.ts'

/** The time of the last change. Of two changes in the same millisecond only one counts. */
let lastChange = 0

/** Sets the tier of an organization, as the billing service does. */
export const setTier = async (
  org_id: string,
  members: Partial<EntitlementChange> & Pick<EntitlementChange, 'sku'>,
): Promise<void> => {
  const changedAt = Math.max(await stackNow(), lastChange + 1)
  lastChange = changedAt
  const tiers = entitlementTable({ db: table(), table: testStack().table, now: () => new Date(changedAt) })
  const change = {
    org_id,
    change_id: randomUUID(),
    source: 'override',
    as_of: new Date(changedAt).toISOString(),
  } as const
  await tiers.change({ ...change, ...members })
}
