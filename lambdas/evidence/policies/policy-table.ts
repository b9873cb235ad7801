import type { Policy } from '@signet/evidence'
import { type RowOf, roomIn, rowTable, type TableDeps, transact } from '@signet/kernel'
import { OWN_POLICIES_MAX } from '../contract/policies.ts'
import { policyRow } from '../contract/policy-row.ts'

export type PolicyRow = RowOf<typeof policyRow>

/** `same`: the version is there, with this content. `taken`: with another. `full`: there is no room for another version. */
export type PolicyKept =
  | { readonly outcome: 'added' | 'same' }
  | { readonly outcome: 'taken'; readonly sha256: string }
  | { readonly outcome: 'full'; readonly current: number }

/** Policies of organisations. Versions are added, and nothing else. */
export interface PolicyTable {
  /** By id, the newest version of each first. */
  all(org: string): Promise<readonly PolicyRow[]>
  /** `undefined`: the organisation has no such version. */
  find(org: string, named: Pick<Policy, 'id' | 'version'>): Promise<PolicyRow | undefined>
  /** The limit holds exactly for any number of concurrent requests, and a version is written once. */
  add(org: string, row: PolicyRow): Promise<PolicyKept>
}

/** By number: 2026.11.10 is newer than 2026.11.2. */
const newestFirst = (one: PolicyRow, other: PolicyRow): number => {
  const [mine, theirs] = [one, other].map(({ version }) => version.split('.').map(Number)) as [number[], number[]]
  const at = mine.findIndex((part, i) => part !== theirs[i])
  return at < 0 ? other.version.localeCompare(one.version) : Number(theirs[at]) - Number(mine[at])
}

const inOrder = (one: PolicyRow, other: PolicyRow): number => {
  if (one.id !== other.id) return one.id < other.id ? -1 : 1
  return newestFirst(one, other)
}

/** Policies over the one table. */
export const policyTable = (deps: TableDeps): PolicyTable => {
  const rows = rowTable(policyRow, deps)
  const all: PolicyTable['all'] = async (org) => (await rows.all({ org })).toSorted(inOrder)
  return {
    all,
    find: (org, { id, version }) => rows.get({ org, id, version }),
    /** The version and the room that it takes are one write; whoever is killed has taken no room for what is not there. */
    add: (org, row) =>
      transact<PolicyKept>(deps, async () => {
        const earlier = await rows.get({ org, id: row.id, version: row.version })
        if (earlier?.sha256 === row.sha256) return { result: { outcome: 'same' } }
        if (earlier) return { result: { outcome: 'taken', sha256: earlier.sha256 } }
        let current = 0
        const count = async () => (current = (await all(org)).length)
        const room = await roomIn(deps, { owner: org, list: 'evidence policies', max: OWN_POLICIES_MAX, count })
        if (!room) return { result: { outcome: 'full', current } }
        const kept = rows.steps.putNew({ org, id: row.id, version: row.version }, row)
        return { steps: [kept, room], result: { outcome: 'added' } }
      }),
  }
}
