import { type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { assetRow } from '../contract/asset-row.ts'

export type AssetRow = RowOf<typeof assetRow>

export interface LibraryKey {
  readonly org: string
  readonly tenant: string
}

export interface AssetReader {
  /** Newest first. A library is small, because the plan limits its size. */
  all(key: LibraryKey): Promise<readonly AssetRow[]>
  find(key: LibraryKey, id: string): Promise<AssetRow | undefined>
  /** The writes that increment the usage counts of the existing assets; skips deleted ones. */
  usageSteps(key: LibraryKey, ids: readonly string[]): Promise<readonly WriteStep[]>
}

/** Compares by creation time. IDs are ordered by time, so they break ties within a millisecond. */
const newestFirst = (one: AssetRow, other: AssetRow): number => {
  const mine = `${one.createdAt} ${one.id}`
  const theirs = `${other.createdAt} ${other.id}`
  return mine < theirs ? 1 : -1
}

/** Read access to libraries. Unlike `assetTable`, it needs no permission to write counters. */
export const assetReader = (deps: TableDeps): AssetReader => {
  const rows = rowTable(assetRow, deps)
  return {
    all: async ({ org, tenant }) =>
      (await rows.all({ org })).filter((row) => row.tenant === tenant).toSorted(newestFirst),
    find: (key, id) => rows.get({ ...key, id }),
    async usageSteps(key, ids) {
      const used = await Promise.all(ids.map((id) => rows.get({ ...key, id })))
      return used.flatMap((row) => {
        if (!row) return []
        const after = { ...row, usageCount: row.usageCount + 1, version: row.version + 1 }
        return [rows.steps.replace({ ...key, id: row.id }, after, { version: row.version })]
      })
    },
  }
}
