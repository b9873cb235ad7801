import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, type Take } from '@signet/leaving'
import { slugMappingRow, slugOwnerRow, slugRow } from '../contract/slug-rows.ts'

/**
 * Erases slugs of the organisation and their history. That others may have the slugs goes first: whoever takes over finds the
 * slugs that are left by the rows of the organisation.
 */
export const eraseTrust =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    const owners = rowTable(slugOwnerRow, deps)
    for (const { slug } of await rowTable(slugRow, deps).all({ org })) await owners.remove({ slug }, { org })
    await eraseRows(deps, { pk: partitionOf(slugMappingRow, { org }) })
    await eraseRows(deps, { pk: partitionOf(slugRow, { org }) })
    return 'done'
  }

/** Slugs of the organisation, and all that they stood for. */
export const takeTrust = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('trust-slugs', await rowTable(slugRow, deps).all({ org }))
    yield* linesOf('trust-slug-history', await rowTable(slugMappingRow, deps).all({ org }))
  }
