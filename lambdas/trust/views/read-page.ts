import { trustSlugOf } from '@signet/artifacts'
import type { RowOf, RowTable } from '@signet/kernel'
import type { PublicKeyRecord } from '@signet/receipts'
import type { receiptRow } from '@signet/receipts/rows'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactReads } from '../bundles/artifact-reads.ts'
import type { pageSettingsRow } from '../contract/page-rows.ts'
import type { slugOwnerRow, slugRow } from '../contract/slug-rows.ts'
import { Sha256 } from '../contract/slugs.ts'
import type { SlugHistory, SlugMapping } from '../slugs/slug-history.ts'
import { type CheckedReceipt, checkedReceipt } from './checked-receipt.ts'
import { withheldToday } from './withheld-documents.ts'

/** What the owner of a slug stood for that still has a page: so many of the newest mappings. */
export const MAPPINGS_SHOWN = 100

export interface PageDeps {
  readonly owners: Pick<RowTable<typeof slugOwnerRow>, 'get'>
  readonly slugs: Pick<RowTable<typeof slugRow>, 'get'>
  readonly settings: Pick<RowTable<typeof pageSettingsRow>, 'get'>
  readonly artifacts: ArtifactReads
  readonly history: Pick<SlugHistory, 'page'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  /** The published keys of receipts. */
  readonly keys: () => Promise<readonly PublicKeyRecord[]>
}

/** Whose a slug is and what it stands for. */
export interface SlugState {
  readonly slug: string
  readonly org: string
  readonly hash: string
  /** What it stands for now: `hash` is another one on an earlier page. */
  readonly current: string
}

/** All that a page shows, as it was read. */
export interface PageRead extends SlugState {
  readonly receipt: CheckedReceipt | undefined
  /** By slug. */
  readonly artifacts: readonly ArtifactRow[]
  /** Newest first. */
  readonly mappings: readonly SlugMapping[]
  readonly settings: RowOf<typeof pageSettingsRow> | undefined
}

/** What a slug stands for now, in one read; undefined for what is no slug, and for one that nobody has. */
export const pageStateOf = async (
  { owners, slugs }: Pick<PageDeps, 'owners' | 'slugs'>,
  text: string,
): Promise<SlugState | undefined> => {
  const slug = trustSlugOf(text)
  const owner = slug === undefined ? undefined : await owners.get({ slug })
  if (slug === undefined || owner === undefined) return undefined
  // A row from before owners named hashes.
  const hash = owner.hash ?? (await slugs.get({ org: owner.org, slug }))?.current_hash
  return hash === undefined ? undefined : { slug, org: owner.org, hash, current: hash }
}

const mappingsOf = async ({ history }: Pick<PageDeps, 'history'>, { org, slug }: SlugState) =>
  (await history.page(org, slug, { limit: MAPPINGS_SHOWN })).rows

/** What a slug stood for once, of the organisation that has it now; undefined for a hash that it never stood for. */
export const earlierPageState = async (
  deps: Pick<PageDeps, 'owners' | 'slugs' | 'history'>,
  text: string,
  hash: string,
): Promise<SlugState | undefined> => {
  if (!Sha256.safeParse(hash).success) return undefined
  const place = await pageStateOf(deps, text)
  if (place === undefined || place.hash === hash) return place
  const mappings = await mappingsOf(deps, place)
  return mappings.some((mapping) => mapping.hash === hash) ? { ...place, hash } : undefined
}

/** Whether the hash of a place is of a receipt of somebody else: then there is nothing of it to show. */
export const isForeign = ({ org }: SlugState, receipt: RowOf<typeof receiptRow> | undefined): boolean =>
  receipt !== undefined && receipt.org !== org

/** Reads what a page shows, after the slug in one batch. What the page of a hash is, its slug need not stand for any more. */
export const readPage =
  (deps: PageDeps) =>
  async (place: SlugState): Promise<PageRead> => {
    const { org, hash } = place
    const [row, artifacts, heldBack, mappings, settings, keys] = await Promise.all([
      deps.receipts.get({ hash }, { isStaleGood: true }),
      deps.artifacts.bundle(org, hash),
      withheldToday(deps.artifacts, place),
      mappingsOf(deps, place),
      deps.settings.get({ org }, { isStaleGood: true }),
      deps.keys(),
    ])
    const foreign = isForeign(place, row)
    const receipt = row === undefined || foreign ? undefined : await checkedReceipt(row, keys)
    return { ...place, receipt, mappings, settings, artifacts: foreign ? [] : artifacts.map(heldBack) }
  }
