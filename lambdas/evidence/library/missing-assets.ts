import type { RowOf } from '@signet/kernel'
import { canonicalJson, DigestInputError } from '@signet/receipts/digest'
import type { assetRow } from '../contract/asset-row.ts'

type AssetIdentity = Pick<RowOf<typeof assetRow>, 'id' | 'type' | 'title' | 'content'>

export type RowOutcome =
  | { readonly status: 'added' | 'duplicate'; readonly id: string }
  | { readonly status: 'full'; readonly id?: undefined }

/** A comparison key that ignores the order of fields. Content without a canonical form is its own key. */
const contentKey = (content: string): string => {
  try {
    return canonicalJson(JSON.parse(content))
  } catch (error) {
    if (error instanceof DigestInputError) return content
    throw error
  }
}

const nameKey = ({ type, title }: Pick<AssetIdentity, 'type' | 'title'>): string => JSON.stringify([type, title])

const identityKey = (row: AssetIdentity): string => `${nameKey(row)} ${contentKey(row.content)}`

/**
 * Decides the result of each row for a library with the limit `max`. A row is a duplicate if the library or an earlier
 * row has the same type, title and content; others are added in order while there is capacity.
 */
export const rowOutcomes = (
  library: readonly AssetIdentity[],
  rows: readonly AssetIdentity[],
  max: number,
): readonly RowOutcome[] => {
  const names = new Set(rows.map(nameKey))
  // Compares only assets with the same name, because contents may be large.
  const sameNameAssets = library.filter((row) => names.has(nameKey(row)))
  const ids = new Map(sameNameAssets.map((row) => [identityKey(row), row.id]))
  let capacity = max - library.length
  return rows.map((row): RowOutcome => {
    const key = identityKey(row)
    const existingId = ids.get(key)
    if (existingId !== undefined) return { status: 'duplicate', id: existingId }
    if (capacity <= 0) return { status: 'full' }
    capacity -= 1
    ids.set(key, row.id)
    return { status: 'added', id: row.id }
  })
}
