import { limitStep, rowTable, type TableDeps, transact } from '@signet/kernel'
import { assetRow } from '../contract/asset-row.ts'
import { type AssetReader, type AssetRow, assetReader, type LibraryKey } from './asset-reader.ts'
import { type RowOutcome, rowOutcomes } from './missing-assets.ts'

export type { AssetRow, LibraryKey }

export type AddResult = { readonly isAdded: true } | { readonly isAdded: false; readonly current: number }

export interface AssetTable extends AssetReader {
  /** Adds an asset if the library has capacity. `max` is exact for concurrent requests. */
  add(key: LibraryKey, row: AssetRow, max: number): Promise<AddResult>
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

const addMissingWith = (deps: TableDeps, all: AssetTable['all']): AssetTable['addMissing'] => {
  const { steps } = rowTable(assetRow, deps)
  return (key, assets, max) =>
    transact<readonly RowOutcome[]>(deps, async () => {
      let outcomes: readonly RowOutcome[] = []
      const amount = assets.length
      const count = async () => {
        outcomes = rowOutcomes(await all(key), assets, max)
        return 0
      }
      // `rowOutcomes` applies `max`. This limit leaves capacity for these assets only, so that any concurrent addition
      // fails the write.
      const exactLimitStep = await limitStep(deps, { owner: key.tenant, list: LIST, max: amount, amount, count })
      const addedAssets = assets.filter((_, i) => outcomes[i]?.status === 'added')
      if (!exactLimitStep || addedAssets.length === 0) return { result: outcomes }
      return {
        steps: [...addedAssets.map((row) => steps.putNew({ ...key, id: row.id }, row)), exactLimitStep],
        result: outcomes,
      }
    })
}

export const assetTable = (deps: TableDeps): AssetTable => {
  const rows = rowTable(assetRow, deps)
  const reader = assetReader(deps)
  return {
    ...reader,
    /** Writes the asset and its count in one transaction, so an interrupted request leaves nothing to repair. */
    add: (key, row, max) =>
      transact<AddResult>(deps, async () => {
        let current = 0
        const count = async () => (current = (await reader.all(key)).length)
        const limitRequest = { owner: key.tenant, list: LIST, max, count }
        const additionStep = await limitStep(deps, limitRequest)
        if (!additionStep) return { result: { isAdded: false, current } }
        return { steps: [rows.steps.putNew({ ...key, id: row.id }, row), additionStep], result: { isAdded: true } }
      }),
    addMissing: addMissingWith(deps, reader.all),
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
