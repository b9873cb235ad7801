import type { Clock, GuardedFetch } from '@signet/kernel'
import type { Platform } from '../contract/monitor.ts'
import type { Credentials } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-table.ts'
import { madeUpSource } from './made-up.ts'
import type { MentionSource } from './mention.ts'

/** What sources are made of. */
export interface SourceDeps {
  readonly fetch: GuardedFetch
  readonly now: Clock
  /** Whether platforms are asked, or mentions made up. */
  readonly mode: 'live' | 'offline'
}

/** The queries of a platform, each a stream of its own: texts to search for, or places that are reviewed. */
export const queriesOf = ({ platforms }: Pick<MonitorRow, 'platforms'>, platform: Platform): readonly string[] =>
  platform === 'reviews' ? platforms.reviews.places : platforms[platform].searchQueries

/** What a platform of a monitor is read from. */
export const sourceOf = (
  { mode }: SourceDeps,
  { org, tenant }: MonitorRow,
  platform: Platform,
  _credentials: Credentials,
): MentionSource => {
  if (mode === 'offline') return madeUpSource(`${org}/${tenant}`, platform)
  throw new Error('No platform is asked yet')
}
