import type { Policy } from '@signet/evidence'
import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { policyRow } from '../contract/policy-row.ts'

export type PolicyRow = RowOf<typeof policyRow>

export interface PolicyReader {
  /** Ordered by policy ID, then newest version first. */
  all(org: string): Promise<readonly PolicyRow[]>
  find(org: string, policyVersion: Pick<Policy, 'id' | 'version'>): Promise<PolicyRow | undefined>
}

/** Numeric order: 2026.11.10 is newer than 2026.11.2. */
const newestFirst = (one: PolicyRow, other: PolicyRow): number => {
  const [mine, theirs] = [one, other].map(({ version }) => version.split('.').map(Number)) as [number[], number[]]
  const firstDifference = mine.findIndex((part, i) => part !== theirs[i])
  return firstDifference < 0
    ? other.version.localeCompare(one.version)
    : Number(theirs[firstDifference]) - Number(mine[firstDifference])
}

const byIdNewestFirst = (one: PolicyRow, other: PolicyRow): number => {
  if (one.id !== other.id) return one.id < other.id ? -1 : 1
  return newestFirst(one, other)
}

export const policyReader = (deps: TableDeps): PolicyReader => {
  const rows = rowTable(policyRow, deps)
  return {
    all: async (org) => (await rows.all({ org })).toSorted(byIdNewestFirst),
    find: (org, { id, version }) => rows.get({ org, id, version }),
  }
}
