import { brokenRules, type FieldError, reply } from '@signet/contracts'
import { invalidInput, Refusal, type Route, route } from '@signet/kernel'
import { LIBRARY_CAPACITY } from '@signet/ledger'
import { type ImportedRow, importAssets } from '../contract/import.ts'
import { AssetInput } from '../contract/library.ts'
import type { AssetRow, LibraryKey } from './asset-table.ts'
import { type LibraryDeps, libraryOf } from './library-routes.ts'
import { libraryWrite } from './library-write.ts'
import type { RowOutcome } from './missing-assets.ts'
import { assetFaults, newAsset } from './new-asset.ts'

interface ImportBody {
  readonly assets?: readonly unknown[] | undefined
  readonly csv?: string | undefined
}

/** @throws Refusal 400 `invalid_input` unless the body has exactly one of `assets` and `csv`, and for invalid CSV. */
const assetsOf = async ({ assets, csv }: ImportBody): Promise<readonly unknown[]> => {
  if ((assets === undefined) === (csv === undefined))
    throw invalidInput([{ field: 'body', message: 'must have exactly one of assets and csv' }])
  if (csv === undefined) return assets ?? []
  // Loads the CSV parser on first use, because few imports are CSV.
  const { csvAssets } = await import('./csv-assets.ts')
  return csvAssets(csv)
}

type ImportRow = { readonly asset: AssetRow } | { readonly errors: readonly FieldError[] }

const readRow = (deps: LibraryDeps, key: LibraryKey, row: unknown): ImportRow => {
  const errors = brokenRules(AssetInput, row, 'asset')
  if (errors.length > 0) return { errors }
  const body = AssetInput.parse(row)
  const faults = assetFaults(body)
  return faults.length > 0 ? { errors: faults } : { asset: newAsset(deps, key, body) }
}

const importedRows = (rows: readonly ImportRow[], outcomes: readonly RowOutcome[]): ImportedRow[] => {
  const remaining = outcomes.values()
  return rows.map((row, i) => {
    if ('errors' in row) return { row: i + 1, status: 'invalid', errors: [...row.errors] }
    const { status, id } = remaining.next().value as RowOutcome
    return { row: i + 1, status, ...(id === undefined ? {} : { id }) }
  })
}

/**
 * `POST /api/v1/evidence/library/import`: adds all valid rows in one transaction, so that an import is never partial.
 */
export const importRoute = (deps: LibraryDeps): Route =>
  route(importAssets, async ({ body, caller }) => {
    const key = libraryOf(caller)
    const rows = (await assetsOf(body)).map((row) => readRow(deps, key, row))
    const { tier } = await deps.tierStatusOf(key.org)
    const assets = rows.flatMap((row) => ('asset' in row ? [row.asset] : []))
    const outcomes = await libraryWrite(deps.log, () => deps.assets.addMissing(key, assets, LIBRARY_CAPACITY[tier]))
    if (outcomes instanceof Refusal) return outcomes
    const imported = importedRows(rows, outcomes)
    const count = (...statuses: readonly ImportedRow['status'][]) =>
      imported.filter(({ status }) => statuses.includes(status)).length
    return reply(200, { added: count('added'), refused: count('invalid', 'full'), rows: imported })
  })
