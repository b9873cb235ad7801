import * as z from 'zod'

/** The three platforms (spec supporting-services 2.5). */
export const PLATFORMS = ['microblog', 'reviews', 'social'] as const
export const Platform = z.enum(PLATFORMS)
export type Platform = z.infer<typeof Platform>

const queries = z
  .array(z.string().min(1).max(512).regex(/\S/, 'must not be empty'))
  .max(10)
  .default([])
  .describe('Search queries in the syntax of the platform. Each query is sent in every cycle of 15 minutes.')

const maxResults = z
  .int()
  .min(10)
  .max(500)
  .default(100)
  .describe('Maximum number of new mentions per query and cycle. The rest is collected in the next cycles.')

const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be two letters such as en (ISO 639-1)')
  .optional()
  .describe('Language of the mentions (ISO 639-1). Default: all languages.')

const enabled = z.boolean().describe('Whether mentions are collected from the platform')

export const MicroblogSettings = z.object({
  enabled,
  searchQueries: queries,
  maxResults,
  language,
  maxUsdPerDay: z
    .number()
    .min(0)
    .max(10_000)
    .default(5)
    .describe(
      "Cost limit in USD for reads per UTC day, at the platform's prices. Collection continues on the next day.",
    ),
})

export const ReviewSettings = z.object({
  enabled,
  source: z.enum(['trustpilot', 'app-store', 'google-business']).default('trustpilot').describe('Review platform'),
  places: z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .regex(/^[A-Za-z0-9/_-]+$/, 'must be an ID in the format of the source'),
    )
    .max(10)
    .default([])
    .describe(
      'IDs of the monitored places. Trustpilot: ID of the business unit; App Store: `country/app ID`; Google: `accounts/…/locations/…`.',
    ),
  maxResults: maxResults.describe(
    'Maximum number of new mentions per place and cycle. The rest is collected in the next cycles.',
  ),
  language,
})

export const SocialSettings = z.object({
  enabled,
  source: z.enum(['bluesky', 'mastodon']).default('bluesky').describe('Social network'),
  searchQueries: queries.describe('Search queries. Bluesky: search texts; Mastodon: hashtags without `#`.'),
  instance: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name such as mastodon.social')
    .optional()
    .describe('Mastodon: host name of the instance to read'),
  maxResults,
  language,
})

const credential = z
  .string()
  .min(1)
  .max(4_096)
  .describe(
    'Bearer token for the API of the platform, stored in Secrets Manager and never returned. If omitted in an update, the stored token remains unchanged.',
  )

/** Credentials and settings of platforms: write-only. */
export const PlatformInputs = z.strictObject({
  microblog: z.strictObject({ ...MicroblogSettings.shape, bearerToken: credential.optional() }).optional(),
  reviews: z
    .strictObject({
      ...ReviewSettings.shape,
      apiKey: credential.optional().describe('Trustpilot: API key'),
      clientId: credential.optional().describe('Google: OAuth client ID'),
      clientSecret: credential.optional().describe('Google: OAuth client secret'),
      refreshToken: credential
        .optional()
        .describe('Google: refresh token of the owner of the locations, with the scope `business.manage`'),
    })
    .optional(),
  social: z
    .strictObject({
      ...SocialSettings.shape,
      identifier: credential.optional().describe('Bluesky: handle of the account that searches'),
      appPassword: credential.optional().describe('Bluesky: app password of that account'),
      accessToken: credential
        .optional()
        .describe('Mastodon: access token, required if the instance shows timelines to signed-in users only'),
    })
    .optional(),
})
export type PlatformInputs = z.output<typeof PlatformInputs>

export const CREDENTIALS = {
  microblog: ['bearerToken'],
  reviews: ['apiKey', 'clientId', 'clientSecret', 'refreshToken'],
  social: ['identifier', 'appPassword', 'accessToken'],
} as const

export const PlatformSettings = z.object({
  microblog: MicroblogSettings,
  reviews: ReviewSettings,
  social: SocialSettings,
})
export type PlatformSettings = z.output<typeof PlatformSettings>

export const monitorOptions = {
  bodyFormat: z
    .enum(['batch', 'bare'])
    .describe(
      'Format of deliveries. `batch`: `{type, timestamp, data}`; `bare`: only the array of events, without manifests.',
    ),
  batchSize: z.int().min(10).max(100).describe('Maximum number of events per batch'),
  mentionIdMode: z
    .enum(['raw', 'hashed'])
    .describe(
      "Format of mention IDs. `raw`: the platform's IDs, except IDs that identify an author; `hashed`: all IDs, hashed with a key of the organization.",
    ),
  phoneRegions: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as GB (ISO 3166-1)'))
    .min(1)
    .max(10)
    .describe('Regions (ISO 3166-1) whose telephone numbers are recognized without a country code'),
  scorer: z
    .enum(['offline', 'comprehend'])
    .describe('Sentiment scorer. `comprehend` requires Amazon Comprehend in the deployment.'),
  personalData: z
    .enum(['rules', 'comprehend'])
    .describe(
      'Method for removing personal data. `rules`: rules only; `comprehend`: rules, and then Amazon Comprehend.',
    ),
} as const
