import type { RowOf, RowTable } from '@signet/kernel'
import type { PublicKeyRecord } from '@signet/receipts'
import type { receiptRow } from '@signet/receipts/rows'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactReads } from '../bundles/artifact-table.ts'
import type { pageSettingsRow } from '../contract/page-settings-row.ts'
import { Sha256 } from '../contract/slugs.ts'
import type { SlugHistory, SlugMapping } from '../slugs/slug-history.ts'
import { type CheckedReceipt, checkReceipt } from './checked-receipt.ts'
import { currentAccess } from './current-access.ts'
import { isForeign, pageStateOf, type SlugDeps, type SlugState } from './slug-state.ts'

/** Number of mappings, newest first, whose pages are available. */
export const MAPPINGS_SHOWN = 100

export interface PageDeps extends SlugDeps {
  readonly settings: Pick<RowTable<typeof pageSettingsRow>, 'get'>
  readonly artifacts: ArtifactReads
  readonly history: Pick<SlugHistory, 'page'>
  readonly receipts: Pick<RowTable<typeof receiptRow>, 'get'>
  readonly keys: () => Promise<readonly PublicKeyRecord[]>
}

export interface PageContent extends SlugState {
  readonly receipt: CheckedReceipt | undefined
  /** Sorted by slug. */
  readonly artifacts: readonly ArtifactRow[]
  /** Newest first. */
  readonly mappings: readonly SlugMapping[]
  readonly settings: RowOf<typeof pageSettingsRow> | undefined
}

const mappingsOf = async ({ history }: Pick<PageDeps, 'history'>, { org, slug }: SlugState) =>
  (await history.page(org, slug, { limit: MAPPINGS_SHOWN })).rows

/**
 * Returns the state of a slug at an earlier hash, within its current owner's history; undefined for a hash to which it
 * never pointed.
 */
export const earlierPageState = async (
  deps: Pick<PageDeps, 'owners' | 'slugs' | 'history'>,
  text: string,
  hash: string,
): Promise<SlugState | undefined> => {
  if (!Sha256.safeParse(hash).success) return undefined
  const state = await pageStateOf(deps, text)
  if (state === undefined || state.hash === hash) return state
  const mappings = await mappingsOf(deps, state)
  return mappings.some((mapping) => mapping.hash === hash) ? { ...state, hash } : undefined
}

/** Reads the content of a page in one batch. `state.hash` can be an earlier hash of the slug. */
export const readPage =
  (deps: PageDeps) =>
  async (state: SlugState): Promise<PageContent> => {
    const { org, hash } = state
    const [row, artifacts, applyAccess, mappings, settings, keys] = await Promise.all([
      deps.receipts.get({ hash }, { allowsStaleRead: true }),
      deps.artifacts.listBundle(org, hash),
      currentAccess(deps.artifacts, state),
      mappingsOf(deps, state),
      deps.settings.get({ org }, { allowsStaleRead: true }),
      deps.keys(),
    ])
    const hasForeignReceipt = isForeign(state, row)
    const receipt = row === undefined || hasForeignReceipt ? undefined : await checkReceipt(row, keys)
    return { ...state, receipt, mappings, settings, artifacts: hasForeignReceipt ? [] : artifacts.map(applyAccess) }
  }
