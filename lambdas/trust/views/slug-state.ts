import { trustSlugOf } from '@signet/artifacts'
import type { RowOf, RowTable } from '@signet/kernel'
import type { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import type { receiptRow } from '@signet/receipts/rows'
import type { pageSettingsRow } from '../contract/page-settings-row.ts'
import { INTAKE_KIND } from './intake-kind.ts'

export interface SlugState {
  readonly slug: string
  readonly org: string
  readonly hash: string
  /** Current hash of the slug; differs from `hash` on an earlier page. */
  readonly current: string
}

export interface SlugDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
}

/** Returns the current state of a slug in one read; undefined for an invalid slug or one without an owner. */
export const pageStateOf = async ({ owners, slugs }: SlugDeps, text: string): Promise<SlugState | undefined> => {
  const slug = trustSlugOf(text)
  const owner = slug === undefined ? undefined : await owners.get({ slug })
  if (slug === undefined || owner === undefined) return undefined
  // Rows written before owners contained hashes have none.
  const hash = owner.hash ?? (await slugs.get({ org: owner.org, slug }))?.current_hash
  return hash === undefined ? undefined : { slug, org: owner.org, hash, current: hash }
}

/** Returns whether the receipt belongs to another organization than the slug, which must not show it. */
export const isForeign = ({ org }: SlugState, receipt: RowOf<typeof receiptRow> | undefined): boolean =>
  receipt !== undefined && receipt.org !== org

export interface NameDeps {
  readonly settings: Pick<RowTable<typeof pageSettingsRow>, 'get'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
}

const signedOrganizationName = (row: RowOf<typeof receiptRow> | undefined): string | undefined => {
  if (row?.kind !== INTAKE_KIND || row.claims === undefined) return undefined
  const { organization } = JSON.parse(row.claims) as { readonly organization?: unknown }
  return typeof organization === 'string' ? organization : undefined
}

/** Returns the name of the organization in its receipt; undefined without such a receipt. */
export const organizationNameInReceipt = async (
  { receipts }: Pick<NameDeps, 'receipts'>,
  { org, hash }: Pick<SlugState, 'org' | 'hash'>,
): Promise<string | undefined> => {
  const receipt = await receipts.get({ hash }, { allowsStaleRead: true })
  return receipt?.org === org ? signedOrganizationName(receipt) : undefined
}

export const organizationName = async ({ settings, receipts }: NameDeps, state: SlugState): Promise<string> => {
  const [pageSettings, receipt] = await Promise.all([
    settings.get({ org: state.org }, { allowsStaleRead: true }),
    receipts.get({ hash: state.hash }, { allowsStaleRead: true }),
  ])
  return (
    pageSettings?.displayName ?? (isForeign(state, receipt) ? undefined : signedOrganizationName(receipt)) ?? state.slug
  )
}
