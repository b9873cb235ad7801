import {
  type CancellationReasons,
  type RowOf,
  roomIn,
  rowTable,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { trustPageRow } from '../contract/page-row.ts'
import { SLUGS_MAX } from '../contract/slugs.ts'
import { type SlugHistory, slugHistory } from './slug-history.ts'

export type SlugRow = RowOf<typeof slugRow>

type OwnerRow = RowOf<typeof slugOwnerRow>

/** What became of a mapping. `foreign`: the slug is of another organization. `full`: there is no room for another slug. */
export type SlugPut =
  | { readonly outcome: 'created' | 'updated'; readonly row: SlugRow }
  | { readonly outcome: 'foreign' }
  | { readonly outcome: 'full'; readonly current: number }

/** Slugs of organizations, which are in lower case. */
export interface SlugTable {
  /** In the order of their names. */
  all(org: string): Promise<readonly SlugRow[]>
  find(org: string, slug: string): Promise<SlugRow | undefined>
  /** Of any number of organizations that ask for a slug at once one gets it. The limit of slugs holds as exactly. */
  put(org: string, slug: string, hash: string): Promise<SlugPut>
  remove(org: string, slug: string): Promise<'removed' | 'foreign' | 'absent'>
  readonly history: SlugHistory['page']
}

const LIST = 'trust slugs'

/** Notes mappings of one change, each a millisecond later than one that is there already. */
const noting = (history: SlugHistory) => {
  let later = 0
  let last: WriteStep | undefined
  return (
    refused: CancellationReasons | undefined,
    org: string,
    mapping: Parameters<SlugHistory['noted']>[1],
  ): WriteStep => {
    if (refused?.conditionFailed(last)) later += 1
    last = history.noted(org, mapping, later)
    return last
  }
}

const listed = async (deps: TableDeps, page: RowOf<typeof trustPageRow>): Promise<WriteStep> => {
  const pages = rowTable(trustPageRow, deps)
  const before = await pages.get(page)
  // One that is left from an earlier time is another one from now on: who was about to remove it no longer does.
  return before ? pages.steps.replace(page, page, { at: before.at }) : pages.steps.putNew(page, page)
}

/**
 * Slugs over the one table. The slug, its owner, the room that it takes and its history are one write: no moment has one
 * without the others, and whoever is killed has written all of it or nothing.
 */
export const slugTable = (deps: TableDeps): SlugTable => {
  const owners = rowTable(slugOwnerRow, deps)
  const slugs = rowTable(slugRow, deps)
  const history = slugHistory(deps)
  const all: SlugTable['all'] = (org) => slugs.all({ org })

  /** Points a slug that the organization has at a hash. The same hash is no new mapping. */
  const moved = (owner: OwnerRow, row: SlugRow, hash: string, noted: () => WriteStep) => {
    const { slug } = row
    const after = { ...row, current_hash: hash, updated_at: deps.now().toISOString(), version: row.version + 1 }
    const change = slugs.steps.replace({ org: owner.org, slug }, after, { version: row.version })
    const shown = owners.steps.replace({ slug }, { ...owner, hash }, { org: owner.org })
    const steps = [change, ...(owner.hash === hash ? [] : [shown]), ...(row.current_hash === hash ? [] : [noted()])]
    return { steps, result: { outcome: 'updated' as const, row: after } }
  }

  const put: SlugTable['put'] = (org, slug, hash) => {
    const note = noting(history)
    return transact<SlugPut>(deps, async (refused) => {
      const owner = await owners.get({ slug })
      if (owner && owner.org !== org) return { result: { outcome: 'foreign' } }
      const noted = () => note(refused, org, { slug, hash })
      const earlier = await slugs.get({ org, slug })
      if (owner && earlier) return moved(owner, earlier, hash, noted)
      let current = 0
      const count = async () => (current = (await all(org)).length)
      const room = await roomIn(deps, { owner: org, list: LIST, max: SLUGS_MAX, count })
      if (!room) return { result: { outcome: 'full', current } }
      const time = deps.now().toISOString()
      const row = { slug, current_hash: hash, created_at: time, updated_at: time, version: 1 }
      const claimed = [
        await listed(deps, { slug, org, at: time }),
        owners.steps.putNew({ slug }, { org, hash }),
        slugs.steps.putNew({ org, slug }, row),
      ]
      return { steps: [...claimed, room, noted()], result: { outcome: 'created', row } }
    })
  }

  const remove: SlugTable['remove'] = (org, slug) => {
    const note = noting(history)
    return transact<'removed' | 'foreign' | 'absent'>(deps, async (refused) => {
      const [owner, row] = await Promise.all([owners.get({ slug }), slugs.get({ org, slug })])
      if (!owner) return { result: 'absent' }
      if (owner.org !== org) return { result: 'foreign' }
      const freed = owners.steps.remove({ slug }, { org })
      const gone = slugs.steps.remove({ org, slug }, { version: row?.version })
      return { steps: [freed, gone, note(refused, org, { slug, hash: null })], result: 'removed' }
    })
  }

  return { all, find: (org, slug) => slugs.get({ org, slug }), put, remove, history: history.page }
}
