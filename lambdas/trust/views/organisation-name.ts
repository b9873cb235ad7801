import type { RowOf, RowTable } from '@signet/kernel'
import type { receiptRow } from '@signet/receipts/rows'
import type { pageSettingsRow } from '../contract/page-rows.ts'
import { INTAKE_KIND } from './intake-kind.ts'
import { isForeign, type SlugState } from './read-page.ts'

export interface NameDeps {
  readonly settings: Pick<RowTable<typeof pageSettingsRow>, 'get'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
}

/** For whom a receipt of a posture was signed. */
const signedFor = (row: RowOf<typeof receiptRow> | undefined): string | undefined => {
  if (row?.kind !== INTAKE_KIND || row.claims === undefined) return undefined
  const { organisation } = JSON.parse(row.claims) as { readonly organisation?: unknown }
  return typeof organisation === 'string' ? organisation : undefined
}

/** What a page calls its organisation: as it calls itself, else as its receipt was signed for, else by the slug. */
export const organisationName = async ({ settings, receipts }: NameDeps, place: SlugState): Promise<string> => {
  const [chosen, receipt] = await Promise.all([
    settings.get({ org: place.org }, { isStaleGood: true }),
    receipts.get({ hash: place.hash }, { isStaleGood: true }),
  ])
  return chosen?.displayName ?? (isForeign(place, receipt) ? undefined : signedFor(receipt)) ?? place.slug
}
