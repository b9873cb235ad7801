import { trustSlugOf } from '@signet/artifacts'
import type { RowOf, RowTable } from '@signet/kernel'
import type { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { ASSESSMENT_KIND } from '@signet/posture/claim-labels'
import type { receiptRow } from '@signet/receipts/rows'
import type { pageSettingsRow } from '../contract/page-settings-row.ts'

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
  if (row?.kind !== ASSESSMENT_KIND || row.claims === undefined) return undefined
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

export interface OrganizationNames {
  /** The display name, the name in the receipt, or the slug. */
  readonly organization: string
  readonly signedName: string | undefined
}

export const organizationNames = async (
  deps: NameDeps,
  { org, hash, slug }: Pick<SlugState, 'org' | 'hash' | 'slug'>,
): Promise<OrganizationNames> => {
  const [pageSettings, signedName] = await Promise.all([
    deps.settings.get({ org }, { allowsStaleRead: true }),
    organizationNameInReceipt(deps, { org, hash }),
  ])
  return { organization: pageSettings?.displayName ?? signedName ?? slug, signedName }
}
