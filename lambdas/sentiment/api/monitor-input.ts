import type { FieldError } from '@signet/contracts'
import { webhookUrlErrors } from '@signet/notifications/webhooks'
import {
  CREDENTIALS,
  MicroblogSettings,
  PLATFORMS,
  type Platform,
  type PlatformInputs,
  type PlatformSettings,
  ReviewSettings,
  SocialSettings,
} from '../contract/monitor.ts'
import type { Credentials } from '../monitors/credential-store.ts'

export const NO_PLATFORMS: PlatformSettings = {
  microblog: MicroblogSettings.parse({ enabled: false }),
  reviews: ReviewSettings.parse({ enabled: false }),
  social: SocialSettings.parse({ enabled: false }),
}

/** Replaces the settings of the given platforms. Credentials in the inputs are left out. */
export const settingsAfter = (before: PlatformSettings, inputs: PlatformInputs): PlatformSettings => {
  const settingsEntries = Object.entries(inputs).flatMap(([platform, input]) => {
    if (input === undefined) return []
    const credentialNames: readonly string[] = CREDENTIALS[platform as Platform]
    return [[platform, Object.fromEntries(Object.entries(input).filter(([name]) => !credentialNames.includes(name)))]]
  })
  return { ...before, ...Object.fromEntries(settingsEntries) }
}

const REQUIRED_CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  x: ['bearerToken'],
  trustpilot: ['apiKey'],
  'app-store': [],
  'google-business': ['clientId', 'clientSecret', 'refreshToken'],
  bluesky: ['identifier', 'appPassword'],
  mastodon: [],
}

export const sourceNameOf = (platforms: PlatformSettings, platform: Platform): string =>
  platform === 'microblog' ? 'x' : platforms[platform].source

const PLACE_PATTERNS: Readonly<Record<string, RegExp>> = {
  trustpilot: /^[A-Za-z0-9]{1,64}$/,
  'app-store': /^[a-z]{2}\/\d{1,15}$/,
  'google-business': /^accounts\/[\w-]{1,64}\/locations\/[\w-]{1,64}$/,
}

/** Rejects an instance that the network guard would block, instead of letting every cycle fail. */
const instanceErrors = (field: string, instance: string | undefined): FieldError[] => {
  if (instance === undefined)
    return [{ field, message: 'is required for Mastodon, and must be the host name of the instance' }]
  const isPublic = webhookUrlErrors(`https://${instance}`, { allowsLoopback: false }).length === 0
  return isPublic ? [] : [{ field, message: 'must be a public host' }]
}

const platformErrors = (platform: Platform, platforms: PlatformSettings, credentials: Credentials): FieldError[] => {
  const field = `platforms.${platform}`
  const settings = platforms[platform]
  const source = sourceNameOf(platforms, platform)
  const [list, name] =
    platform === 'reviews' ? [platforms.reviews.places, 'places'] : [platforms[platform].searchQueries, 'searchQueries']
  const errors: FieldError[] = []
  if (!settings.enabled) return errors
  if (list.length === 0)
    errors.push({ field: `${field}.${name}`, message: 'must contain at least one entry while the platform is enabled' })
  const placePattern = PLACE_PATTERNS[source]
  for (const [i, place] of placePattern ? list.entries() : []) {
    if (!placePattern?.test(place))
      errors.push({ field: `${field}.${name}.${i}`, message: `must be an ID of ${source}` })
  }
  for (const credential of REQUIRED_CREDENTIALS[source] ?? []) {
    if (credentials[platform]?.[credential] === undefined)
      errors.push({ field: `${field}.${credential}`, message: `is required for ${source}` })
  }
  if (source === 'mastodon') errors.push(...instanceErrors(`${field}.instance`, platforms.social.instance))
  return errors
}

export const monitorErrors = (platforms: PlatformSettings, credentials: Credentials): FieldError[] =>
  PLATFORMS.flatMap((platform) => platformErrors(platform, platforms, credentials))
