import {
  type CancellationReasons,
  limitStep,
  type RowOf,
  rowTable,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { trustPageRow } from '../contract/page-index-row.ts'
import { SLUGS_MAX } from '../contract/slugs.ts'
import { type SlugHistory, slugHistory } from './slug-history.ts'

export type SlugRow = RowOf<typeof slugRow>

type OwnerRow = RowOf<typeof slugOwnerRow>

/** Result of writing a slug. `foreign`: another organization owns the slug. `full`: the slug limit is reached. */
export type SlugPut =
  | { readonly outcome: 'created' | 'updated'; readonly row: SlugRow }
  | { readonly outcome: 'foreign' }
  | { readonly outcome: 'full'; readonly current: number }

/** Slugs of organizations, in lower case. */
export interface SlugTable {
  /** Sorted by name. */
  all(org: string): Promise<readonly SlugRow[]>
  find(org: string, slug: string): Promise<SlugRow | undefined>
  /**
   * Points a slug to a hash. Of concurrent claims by several organizations, exactly one succeeds. Concurrent claims
   * cannot exceed the slug limit.
   */
  put(org: string, slug: string, hash: string): Promise<SlugPut>
  remove(org: string, slug: string): Promise<'removed' | 'foreign' | 'absent'>
  readonly history: SlugHistory['page']
}

const LIMIT_NAME = 'trust slugs'

/**
 * Returns the write step of a mapping. After a conflict with a mapping of the same time, the next step is a millisecond
 * later.
 */
const mappingRecorder = (history: SlugHistory) => {
  let delayMs = 0
  let lastStep: WriteStep | undefined
  return (
    cancellation: CancellationReasons | undefined,
    org: string,
    mapping: Parameters<SlugHistory['recordMapping']>[1],
  ): WriteStep => {
    if (cancellation?.conditionFailed(lastStep)) delayMs += 1
    lastStep = history.recordMapping(org, mapping, delayMs)
    return lastStep
  }
}

const indexStep = async (deps: TableDeps, page: RowOf<typeof trustPageRow>): Promise<WriteStep> => {
  const pages = rowTable(trustPageRow, deps)
  const existing = await pages.get(page)
  // An entry left from an earlier claim is rewritten, so that a concurrent removal of it fails.
  return existing ? pages.steps.replace(page, page, { at: existing.at }) : pages.steps.putNew(page, page)
}

/** Slugs. Each change writes a slug, its owner, its quota entry and its history in one transaction. */
export const slugTable = (deps: TableDeps): SlugTable => {
  const owners = rowTable(slugOwnerRow, deps)
  const slugs = rowTable(slugRow, deps)
  const history = slugHistory(deps)
  const all: SlugTable['all'] = (org) => slugs.all({ org })

  /** Points an owned slug to a hash. An unchanged hash adds no mapping. */
  const moveSlug = (owner: OwnerRow, row: SlugRow, hash: string, recordMapping: () => WriteStep) => {
    const { slug } = row
    const changed = { ...row, current_hash: hash, updated_at: deps.now().toISOString(), version: row.version + 1 }
    const change = slugs.steps.replace({ org: owner.org, slug }, changed, { version: row.version })
    const ownerChange = owners.steps.replace({ slug }, { ...owner, hash }, { org: owner.org })
    const steps = [
      change,
      ...(owner.hash === hash ? [] : [ownerChange]),
      ...(row.current_hash === hash ? [] : [recordMapping()]),
    ]
    return { steps, result: { outcome: 'updated' as const, row: changed } }
  }

  const put: SlugTable['put'] = (org, slug, hash) => {
    const recordNext = mappingRecorder(history)
    return transact<SlugPut>(deps, async (cancellation) => {
      const owner = await owners.get({ slug })
      if (owner && owner.org !== org) return { result: { outcome: 'foreign' } }
      const recordMapping = () => recordNext(cancellation, org, { slug, hash })
      const existingRow = await slugs.get({ org, slug })
      if (owner && existingRow) return moveSlug(owner, existingRow, hash, recordMapping)
      let current = 0
      const count = async () => (current = (await all(org)).length)
      const capacity = await limitStep(deps, { owner: org, list: LIMIT_NAME, max: SLUGS_MAX, count })
      if (!capacity) return { result: { outcome: 'full', current } }
      const time = deps.now().toISOString()
      const row = { slug, current_hash: hash, created_at: time, updated_at: time, version: 1 }
      const claimSteps = [
        await indexStep(deps, { slug, org, at: time }),
        owners.steps.putNew({ slug }, { org, hash }),
        slugs.steps.putNew({ org, slug }, row),
      ]
      return { steps: [...claimSteps, capacity, recordMapping()], result: { outcome: 'created', row } }
    })
  }

  const remove: SlugTable['remove'] = (org, slug) => {
    const recordNext = mappingRecorder(history)
    return transact<'removed' | 'foreign' | 'absent'>(deps, async (cancellation) => {
      const [owner, row] = await Promise.all([owners.get({ slug }), slugs.get({ org, slug })])
      if (!owner) return { result: 'absent' }
      if (owner.org !== org) return { result: 'foreign' }
      const ownerRemoval = owners.steps.remove({ slug }, { org })
      const removal = slugs.steps.remove({ org, slug }, { version: row?.version })
      return { steps: [ownerRemoval, removal, recordNext(cancellation, org, { slug, hash: null })], result: 'removed' }
    })
  }

  return { all, find: (org, slug) => slugs.get({ org, slug }), put, remove, history: history.page }
}
