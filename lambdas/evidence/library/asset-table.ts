import { type RowOf, type RowTable, roomIn, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { assetRow } from '../contract/asset-row.ts'
import { type Fate, fatesOf } from './missing-assets.ts'

export type AssetRow = RowOf<typeof assetRow>

/** Whose library it is. */
export interface LibraryKey {
  readonly org: string
  readonly tenant: string
}

/** A place for one more, or how many there are where the library is full. */
export type Kept = { readonly isKept: true } | { readonly isKept: false; readonly current: number }

/** Libraries of tenants. */
export interface AssetTable {
  /** Newest first. A library is small: its capacity is a rule of the plan. */
  all(key: LibraryKey): Promise<readonly AssetRow[]>
  /** `undefined`: the tenant has no such asset. */
  find(key: LibraryKey, id: string): Promise<AssetRow | undefined>
  /** Keeps an asset if the library has room. `max` holds exactly for any number of concurrent requests. */
  add(key: LibraryKey, row: AssetRow, max: number): Promise<Kept>
  /**
   * Keeps those of the assets that are not there yet, in their order and while there is room, all or none of them. What is
   * there, and `max`, hold exactly for any number of concurrent requests. `max` is below 100, what one write takes.
   */
  addMissing(key: LibraryKey, rows: readonly AssetRow[], max: number): Promise<readonly Fate[]>
  /** The asset after the change, made to what was there; `undefined`: there is none (any more). */
  change(key: LibraryKey, id: string, changed: (row: AssetRow) => AssetRow): Promise<AssetRow | undefined>
  /** The writes that count one more use of each, made to what is there; those that are gone are passed over. */
  usageSteps(key: LibraryKey, ids: readonly string[]): Promise<readonly WriteStep[]>
  /** false: there was none. */
  remove(key: LibraryKey, id: string): Promise<boolean>
}

/** By which additions to a library are counted. */
const LIST = 'evidence'

/** Ids are ordered by time, and so break ties of one millisecond. */
const newestFirst = (one: AssetRow, other: AssetRow): number => {
  const [mine, theirs] = [`${one.createdAt} ${one.id}`, `${other.createdAt} ${other.id}`]
  return mine < theirs ? 1 : -1
}

const usageSteps = async (
  rows: RowTable<typeof assetRow>,
  key: LibraryKey,
  ids: readonly string[],
): Promise<readonly WriteStep[]> => {
  const assets = await Promise.all(ids.map((id) => rows.get({ ...key, id })))
  return assets.flatMap((row) => {
    if (!row) return []
    const after = { ...row, usageCount: row.usageCount + 1, version: row.version + 1 }
    return [rows.steps.replace({ ...key, id: row.id }, after, { version: row.version })]
  })
}

/** Libraries over the one table. */
export const assetTable = (deps: TableDeps): AssetTable => {
  const rows = rowTable(assetRow, deps)
  const all: AssetTable['all'] = async ({ org, tenant }) =>
    (await rows.all({ org })).filter((row) => row.tenant === tenant).toSorted(newestFirst)

  return {
    all,
    find: (key, id) => rows.get({ ...key, id }),
    /**
     * The asset and the room that it takes are one write: no moment has one without the other, and nothing is left to mend
     * by whoever is killed between an insertion and a count.
     */
    add: (key, row, max) =>
      transact<Kept>(deps, async () => {
        let current = 0
        const count = async () => (current = (await all(key)).length)
        const limited = { owner: key.tenant, list: LIST, max, count }
        const room = await roomIn(deps, limited)
        if (!room) return { result: { isKept: false, current } }
        return { steps: [rows.steps.putNew({ ...key, id: row.id }, row), room], result: { isKept: true } }
      }),
    addMissing: (key, assets, max) =>
      transact<readonly Fate[]>(deps, async () => {
        let fates: readonly Fate[] = []
        const amount = assets.length
        const count = async () => {
          fates = fatesOf(await all(key), assets, max)
          return 0
        }
        // A list of exactly this room: whatever is added by others after the library was read fails the write.
        const alone = await roomIn(deps, { owner: key.tenant, list: LIST, max: amount, amount, count })
        const added = assets.filter((_, i) => fates[i]?.status === 'added')
        if (!alone || added.length === 0) return { result: fates }
        return { steps: [...added.map((row) => rows.steps.putNew({ ...key, id: row.id }, row)), alone], result: fates }
      }),
    change: (key, id, changed) =>
      transact<AssetRow | undefined>(deps, async () => {
        const row = await rows.get({ ...key, id })
        if (!row) return { result: undefined }
        const after = { ...changed(row), version: row.version + 1 }
        return { steps: [rows.steps.replace({ ...key, id }, after, { version: row.version })], result: after }
      }),
    usageSteps: (key, ids) => usageSteps(rows, key, ids),
    remove: (key, id) => rows.remove({ ...key, id }),
  }
}
