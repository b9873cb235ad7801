import type { Platform } from '../contract/monitor.ts'
import type { Credentials } from '../monitors/credential-store.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import { appStore } from './app-store.ts'
import { type BlueskySessions, bluesky } from './bluesky.ts'
import { googleBusiness } from './google-business.ts'
import { mastodon } from './mastodon.ts'
import { type MentionSource, PlatformFault } from './mention.ts'
import { simulatedSource } from './sample-source.ts'
import { trustpilot } from './trustpilot.ts'
import type { VendorDeps } from './vendor-json.ts'
import { xSearch } from './x-search.ts'

export interface SourceDeps extends VendorDeps {
  readonly mode: 'live' | 'simulated'
  readonly sessions: BlueskySessions
}

export const queriesOf = ({ platforms }: Pick<MonitorRow, 'platforms'>, platform: Platform): readonly string[] =>
  platform === 'reviews' ? platforms.reviews.places : platforms[platform].searchQueries

type PlatformCredentials = Readonly<Record<string, string>>

/**
 * Returns a stored credential. @throws PlatformFault if it is not stored, because the platform would reject the request
 */
const requiredCredential = (platformCredentials: PlatformCredentials, name: string): string => {
  const value = platformCredentials[name]
  if (value === undefined) throw new PlatformFault('auth_failed')
  return value
}

const reviewSource = (
  deps: SourceDeps,
  { platforms }: MonitorRow,
  platformCredentials: PlatformCredentials,
): MentionSource => {
  const { source, language } = platforms.reviews
  if (source === 'app-store') return appStore(deps)
  if (source === 'trustpilot') return trustpilot(deps, requiredCredential(platformCredentials, 'apiKey'), language)
  const clientId = requiredCredential(platformCredentials, 'clientId')
  const clientSecret = requiredCredential(platformCredentials, 'clientSecret')
  return googleBusiness(deps, {
    clientId,
    clientSecret,
    refreshToken: requiredCredential(platformCredentials, 'refreshToken'),
  })
}

const socialSource = (
  deps: SourceDeps,
  { platforms }: MonitorRow,
  platformCredentials: PlatformCredentials,
): MentionSource => {
  const { source, language, instance = '' } = platforms.social
  if (source === 'mastodon') return mastodon(deps, { instance, accessToken: platformCredentials.accessToken, language })
  const account = {
    identifier: requiredCredential(platformCredentials, 'identifier'),
    appPassword: requiredCredential(platformCredentials, 'appPassword'),
  }
  return bluesky(deps, { account, sessions: deps.sessions, language })
}

/** Creates the source of a monitor's platform. @throws PlatformFault without the required credentials */
export const sourceOf = (
  deps: SourceDeps,
  monitor: MonitorRow,
  platform: Platform,
  credentials: Credentials,
): MentionSource => {
  if (deps.mode === 'simulated') return simulatedSource(`${monitor.org}/${monitor.tenant}`, platform)
  const platformCredentials = credentials[platform] ?? {}
  if (platform === 'reviews') return reviewSource(deps, monitor, platformCredentials)
  if (platform === 'social') return socialSource(deps, monitor, platformCredentials)
  return xSearch(deps, requiredCredential(platformCredentials, 'bearerToken'), monitor.platforms.microblog.language)
}
