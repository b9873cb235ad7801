import { addMs, type NewId, type RowTable, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Allowance, AllowanceTable } from '@signet/ledger'
import type { Grant, StandingGrant } from './grant.ts'
import { grantRow } from './grant-row.ts'

const DAY_MS = 86_400_000
/** A grant that nobody uses is forgotten, and then asked for anew. */
const UNUSED_DAYS = 90
const LIST_MAX = 100

export interface GrantTableDeps extends TableDeps {
  readonly newId: NewId
  readonly allowances: AllowanceTable
}

/** Where a grant is found. */
export interface GrantPlace {
  readonly user: string
  readonly key: string
}

/** Grants of people. What makes or widens one is in approve-request.ts. */
export interface GrantTable {
  /** One that stands, with what may be spent by it; undefined: there is none, or it was revoked. */
  standing(place: GrantPlace): Promise<StandingGrant | undefined>
  /** At most 100 that stand, those used last first. */
  list(user: string): Promise<readonly StandingGrant[]>
  /** Nothing can be spent and no token be had by it from now on. false: there is no such grant. */
  revoke(place: GrantPlace, id: string): Promise<boolean>
  /** Ends every grant of the person that acts for this organisation. */
  endAllOf(user: string, org: string): Promise<void>
  /** What may be spent in all, from the beginning; null: as much as the account has. false: there is no such grant. */
  changeBudget(place: GrantPlace, id: string, budget: number | null): Promise<boolean>
  /** Notes that it was used, which keeps it. That it could not be noted is no reason to refuse. */
  touch(place: GrantPlace, id: string): Promise<void>
}

export const unusedUntil = (now: Date): string => addMs(now, UNUSED_DAYS * DAY_MS).toISOString()

const latestFirst = (a: StandingGrant, b: StandingGrant): number => (a.grant.used_at < b.grant.used_at ? 1 : -1)

const standingOf = async (allowances: AllowanceTable, grant: Grant | undefined): Promise<StandingGrant | undefined> => {
  if (grant?.status !== 'active') return undefined
  const allowance: Allowance | undefined = await allowances.read(grant.id)
  // They are written together and never removed.
  if (!allowance) throw new Error(`The grant ${grant.id} has no allowance`)
  return { grant, allowance }
}

/** The write that ends a grant; tokens of it are over long before the row goes. */
const endingStep = (grants: RowTable<typeof grantRow>, place: GrantPlace, grant: Grant, now: Date): WriteStep => {
  const until = addMs(now, DAY_MS).toISOString()
  const ended: Grant = { ...grant, status: 'revoked', version: grant.version + 1, until }
  return grants.steps.replace(place, ended, { version: grant.version })
}

export const grantTable = (deps: GrantTableDeps): GrantTable => {
  const { now, allowances } = deps
  const grants = rowTable(grantRow, deps)
  const active = async (place: GrantPlace, id: string): Promise<Grant | undefined> => {
    const grant = await grants.get(place)
    return grant?.id === id && grant.status === 'active' ? grant : undefined
  }
  const revoke: GrantTable['revoke'] = (place, id) =>
    transact(deps, async () => {
      const grant = await active(place, id)
      if (!grant) return { result: false }
      return { steps: [endingStep(grants, place, grant, now()), allowances.revoking(id, now())], result: true }
    })
  return {
    standing: async (place) => standingOf(allowances, await grants.get(place)),
    async list(user) {
      const { rows } = await grants.page({ user }, { limit: LIST_MAX })
      const all = await Promise.all(rows.map((grant) => standingOf(allowances, grant)))
      return all.filter((each) => each !== undefined).sort(latestFirst)
    },
    revoke,
    async endAllOf(user, org) {
      // More than are listed: none may go on.
      const own = (await grants.all({ user })).filter(({ org_id, status }) => org_id === org && status === 'active')
      for (const { key, id } of own) await revoke({ user, key }, id)
    },
    changeBudget: (place, id, budget) =>
      transact(deps, async () => {
        const standing = await standingOf(allowances, await active(place, id))
        if (!standing) return { result: false }
        return { steps: [allowances.changing(id, standing.allowance, budget)], result: true }
      }),
    async touch(place, id) {
      const grant = await active(place, id)
      if (!grant) return
      const at = now()
      const used = { ...grant, used_at: at.toISOString(), until: unusedUntil(at), version: grant.version + 1 }
      await grants.replace(place, used, { version: grant.version })
    },
  }
}
