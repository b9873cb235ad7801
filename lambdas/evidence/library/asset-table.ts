import { roomIn, rowTable, type TableDeps, transact } from '@signet/kernel'
import { assetRow } from '../contract/asset-row.ts'
import { type AssetReader, type AssetRow, assetReader, type LibraryKey } from './asset-reader.ts'
import { type Fate, fatesOf } from './missing-assets.ts'

export type { AssetRow, LibraryKey }

export type CapacityCheck = { readonly isKept: true } | { readonly isKept: false; readonly current: number }

export interface AssetTable extends AssetReader {
  /** Keeps an asset if the library has room. `max` holds exactly for any number of concurrent requests. */
  add(key: LibraryKey, row: AssetRow, max: number): Promise<CapacityCheck>
  /**
   * Keeps those of the assets that are not there yet, in their order and while there is room, all or none of them. What is
   * there, and `max`, hold exactly for any number of concurrent requests. `max` is below 100, what one write takes.
   */
  addMissing(key: LibraryKey, rows: readonly AssetRow[], max: number): Promise<readonly Fate[]>
  /** The asset after the change, made to what was there; `undefined`: there is none (any more). */
  change(key: LibraryKey, id: string, changed: (row: AssetRow) => AssetRow): Promise<AssetRow | undefined>
  remove(key: LibraryKey, id: string): Promise<boolean>
}

const LIST = 'evidence'

const additionOfMissing = (deps: TableDeps, all: AssetTable['all']): AssetTable['addMissing'] => {
  const { steps } = rowTable(assetRow, deps)
  return (key, assets, max) =>
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
      return { steps: [...added.map((row) => steps.putNew({ ...key, id: row.id }, row)), alone], result: fates }
    })
}

export const assetTable = (deps: TableDeps): AssetTable => {
  const rows = rowTable(assetRow, deps)
  const reader = assetReader(deps)
  return {
    ...reader,
    /**
     * The asset and the room that it takes are one write: no moment has one without the other, and nothing is left to mend
     * by whoever is killed between an insertion and a count.
     */
    add: (key, row, max) =>
      transact<CapacityCheck>(deps, async () => {
        let current = 0
        const count = async () => (current = (await reader.all(key)).length)
        const limited = { owner: key.tenant, list: LIST, max, count }
        const room = await roomIn(deps, limited)
        if (!room) return { result: { isKept: false, current } }
        return { steps: [rows.steps.putNew({ ...key, id: row.id }, row), room], result: { isKept: true } }
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
