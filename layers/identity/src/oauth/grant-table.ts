import { addMs, type NewId, type RowTable, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Allowance, AllowanceTable } from '@signet/ledger'
import type { ActiveGrant, Grant } from './grant.ts'
import { grantRow } from './grant-row.ts'

const DAY_MS = 86_400_000
/** An unused grant expires after this, and the agent must request access again. */
const UNUSED_DAYS = 90
const LIST_MAX = 100

export interface GrantTableDeps extends TableDeps {
  readonly newId: NewId
  readonly allowances: AllowanceTable
}

export interface GrantKey {
  readonly user: string
  readonly key: string
}

export interface BudgetChange {
  readonly budget?: number | null | undefined
  readonly purchaseCents?: number | undefined
}

export interface GrantTable {
  /** Returns the active grant with its budget; undefined if it does not exist or was revoked. */
  active(grantKey: GrantKey): Promise<ActiveGrant | undefined>
  /** Lists the 100 most recently used active grants, latest first. */
  list(user: string): Promise<readonly ActiveGrant[]>
  /**
   * Finds one of the user's own active grants by its ID, even if it is not listed, so that every grant can be revoked.
   */
  find(user: string, id: string): Promise<Grant | undefined>
  /** Revokes the grant: its spending and tokens end immediately. Returns false if the grant does not exist. */
  revoke(grantKey: GrantKey, id: string): Promise<boolean>
  revokeAllOf(user: string, org: string): Promise<void>
  /**
   * Sets the total budget since the grant was created (null: no limit besides the account's balance), and the US cents
   * that may be charged from now on. Absent fields do not change. Returns false if the grant does not exist.
   */
  changeBudget(grantKey: GrantKey, id: string, change: BudgetChange): Promise<boolean>
  /** Records a use, which extends the grant. A failed write does not reject the request. */
  touch(grantKey: GrantKey, id: string): Promise<void>
}

export const unusedUntil = (now: Date): string => addMs(now, UNUSED_DAYS * DAY_MS).toISOString()

const latestFirst = (a: Grant, b: Grant): number => (a.used_at < b.used_at ? 1 : -1)

const activeGrantOf = async (
  allowances: AllowanceTable,
  grant: Grant | undefined,
): Promise<ActiveGrant | undefined> => {
  if (grant?.status !== 'active') return undefined
  const allowance: Allowance | undefined = await allowances.read(grant.id)
  // Grant and allowance are written together, and an allowance is never removed.
  if (!allowance) throw new Error(`The grant ${grant.id} has no allowance`)
  return { grant, allowance }
}

/** Builds the write that ends a grant. Its tokens expire long before the row is deleted. */
const revocationStep = (grants: RowTable<typeof grantRow>, grantKey: GrantKey, grant: Grant, now: Date): WriteStep => {
  const until = addMs(now, DAY_MS).toISOString()
  const revokedGrant: Grant = { ...grant, status: 'revoked', version: grant.version + 1, until }
  return grants.steps.replace(grantKey, revokedGrant, { version: grant.version })
}

export const grantTable = (deps: GrantTableDeps): GrantTable => {
  const { now, allowances } = deps
  const grants = rowTable(grantRow, deps)
  const activeRow = async (grantKey: GrantKey, id: string): Promise<Grant | undefined> => {
    const grant = await grants.get(grantKey)
    return grant?.id === id && grant.status === 'active' ? grant : undefined
  }
  const activeGrantsOf = async (user: string): Promise<Grant[]> =>
    (await grants.all({ user })).filter(({ status }) => status === 'active')
  const revoke: GrantTable['revoke'] = (grantKey, id) =>
    transact(deps, async () => {
      const grant = await activeRow(grantKey, id)
      if (!grant) return { result: false }
      return { steps: [revocationStep(grants, grantKey, grant, now()), allowances.revokeStep(id, now())], result: true }
    })
  const recordUse = async (grantKey: GrantKey, id: string): Promise<void> => {
    const grant = await activeRow(grantKey, id)
    if (!grant) return
    const at = now()
    const used = { ...grant, used_at: at.toISOString(), until: unusedUntil(at), version: grant.version + 1 }
    await grants.replace(grantKey, used, { version: grant.version })
  }
  return {
    active: async (grantKey) => activeGrantOf(allowances, await grants.get(grantKey)),
    async list(user) {
      // Rows are not sorted by use, so all are read and then limited.
      const latest = (await activeGrantsOf(user)).sort(latestFirst).slice(0, LIST_MAX)
      const activeGrants = await Promise.all(latest.map((grant) => activeGrantOf(allowances, grant)))
      return activeGrants.filter((each) => each !== undefined)
    },
    find: async (user, id) => (await activeGrantsOf(user)).find((grant) => grant.id === id),
    revoke,
    async revokeAllOf(user, org) {
      // Includes grants beyond the list limit, because every grant must end.
      const inOrganization = (await activeGrantsOf(user)).filter(({ org_id }) => org_id === org)
      for (const { key, id } of inOrganization) await revoke({ user, key }, id)
    },
    changeBudget: (grantKey, id, { budget, purchaseCents }) =>
      transact(deps, async () => {
        const grantWithAllowance = await activeGrantOf(allowances, await activeRow(grantKey, id))
        if (!grantWithAllowance) return { result: false }
        const { allowance } = grantWithAllowance
        const total = budget === undefined ? allowance.budget : budget
        return { steps: [allowances.changeStep(id, allowance, total, purchaseCents)], result: true }
      }),
    touch: (grantKey, id) => recordUse(grantKey, id).catch(() => undefined),
  }
}
