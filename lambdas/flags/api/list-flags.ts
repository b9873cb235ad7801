import type { FlagSet } from '@signet/flags/dynamodb'
import { addMs, decodeCursor, encodeCursor } from '@signet/kernel'
import pMap from 'p-map'
import { PAGE_BYTES_MAX, replyBytes } from '../audit/page-bytes.ts'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { FlagDeps } from './deps.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

/** Maximum number of concurrent reads of counts. */
const CONCURRENCY = 16

interface ListQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly tag?: string | undefined
  readonly stale?: boolean | undefined
}

/** Returns the first flags that fit in one response, at least one. */
const flagsThatFit = (flags: readonly StoredFlag[]): readonly StoredFlag[] => {
  let bytes = 0
  const firstExcluded = flags.findIndex((flag, i) => {
    bytes += replyBytes(flag)
    return i > 0 && bytes > PAGE_BYTES_MAX
  })
  return firstExcluded < 0 ? flags : flags.slice(0, firstExcluded)
}

export const flagLister = ({ sets, useOf, lastUseOf, now }: Pick<FlagDeps, 'sets' | 'useOf' | 'lastUseOf' | 'now'>) => {
  /** Returns true for a flag that has not changed for 30 days and returned at most one value in that time. */
  const isStale = async (set: FlagSet, { key, updatedAt }: StoredFlag): Promise<boolean> => {
    const since = addMs(now(), -THIRTY_DAYS_MS)
    if (updatedAt > since.toISOString()) return false
    const returnedValues = new Set((await useOf(set, key, since)).flatMap(({ variants }) => Object.keys(variants)))
    return returnedValues.size <= 1
  }

  const staleness = (set: FlagSet, flags: readonly StoredFlag[]): Promise<readonly boolean[]> =>
    pMap(flags, (flag) => isStale(set, flag), { concurrency: CONCURRENCY })

  return async (set: FlagSet, { limit, cursor, tag, stale }: ListQuery) => {
    const { flags, version } = await sets.read(set)
    const after = cursor === undefined ? undefined : decodeCursor(cursor, { key: '' }).key
    const tagged = flags.filter(({ key, tags }) => (tag === undefined || tags.includes(tag)) && (!after || key > after))
    const staleVerdicts = stale === undefined ? undefined : await staleness(set, tagged)
    const matching = staleVerdicts ? tagged.filter((_, i) => staleVerdicts[i] === stale) : tagged
    const page = flagsThatFit(matching.slice(0, limit))
    const last = page.at(-1)
    const lastUses = await pMap(page, ({ key }) => lastUseOf(set, key), { concurrency: CONCURRENCY })
    return {
      flags: page.map((flag, i) => ({ flag, lastEvaluatedAt: lastUses[i] ?? null })),
      version,
      nextCursor: matching.length > page.length && last ? encodeCursor({ key: last.key }) : null,
    }
  }
}
