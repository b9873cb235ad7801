import { limitStep, rowTable, type TableDeps, transact } from '@signet/kernel'
import { assetRow } from '../contract/asset-row.ts'
import { type AssetReader, type AssetRow, assetReader, type LibraryKey } from './asset-reader.ts'
import { type RowOutcome, rowOutcomes } from './missing-assets.ts'

export type { AssetRow, LibraryKey }

export type CapacityCheck = { readonly isKept: true } | { readonly isKept: false; readonly current: number }

export interface AssetTable extends AssetReader {
  /** Adds an asset if the library has capacity. `max` is exact for concurrent requests. */
  add(key: LibraryKey, row: AssetRow, max: number): Promise<CapacityCheck>
  /**
   * Adds the missing assets in order while there is capacity, all in one transaction. Duplicates and `max` are exact
   * for concurrent requests. `max` is below 100, the size of a transaction.
   */
  addMissing(key: LibraryKey, rows: readonly AssetRow[], max: number): Promise<readonly RowOutcome[]>
  /** Changes an asset and returns it, with optimistic locking; undefined if it does not exist. */
  change(key: LibraryKey, id: string, changed: (row: AssetRow) => AssetRow): Promise<AssetRow | undefined>
  remove(key: LibraryKey, id: string): Promise<boolean>
}

const LIST = 'evidence'

const additionOfMissing = (deps: TableDeps, all: AssetTable['all']): AssetTable['addMissing'] => {
  const { steps } = rowTable(assetRow, deps)
  return (key, assets, max) =>
    transact<readonly RowOutcome[]>(deps, async () => {
      let fates: readonly RowOutcome[] = []
      const amount = assets.length
      const count = async () => {
        fates = rowOutcomes(await all(key), assets, max)
        return 0
      }
      // A limit of exactly this size, so that any concurrent addition fails the write.
      const alone = await limitStep(deps, { owner: key.tenant, list: LIST, max: amount, amount, count })
      const added = assets.filter((_, i) => fates[i]?.status === 'added')
      if (!alone || added.length === 0) return { result: fates }
      return { steps: [...added.map((row) => steps.putNew({ ...key, id: row.id }, row)), alone], result: fates }
    })
}

export const assetTable = (deps: TableDeps): AssetTable => {
  const rows = rowTable(assetRow, deps)
  const reader = assetReader(deps)
  return {
    ...reader,
    /** Writes the asset and its count in one transaction, so an interrupted request leaves nothing to repair. */
    add: (key, row, max) =>
      transact<CapacityCheck>(deps, async () => {
        let current = 0
        const count = async () => (current = (await reader.all(key)).length)
        const limited = { owner: key.tenant, list: LIST, max, count }
        const capacity = await limitStep(deps, limited)
        if (!capacity) return { result: { isKept: false, current } }
        return { steps: [rows.steps.putNew({ ...key, id: row.id }, row), capacity], result: { isKept: true } }
      }),
    addMissing: additionOfMissing(deps, reader.all),
    change: (key, id, changed) =>
      transact<AssetRow | undefined>(deps, async () => {
        const row = await rows.get({ ...key, id })
        if (!row) return { result: undefined }
        const after = { ...changed(row), version: row.version + 1 }
        return { steps: [rows.steps.replace({ ...key, id }, after, { version: row.version })], result: after }
      }),
    remove: (key, id) => rows.remove({ ...key, id }),
  }
}
