import * as z from 'zod'

/** The three platforms of the specification (supporting-services 2.5). */
export const PLATFORMS = ['microblog', 'reviews', 'social'] as const
export const Platform = z.enum(PLATFORMS)
export type Platform = z.infer<typeof Platform>

const queries = z
  .array(z.string().min(1).max(512).regex(/\S/, 'must not be empty'))
  .max(10)
  .default([])
  .describe('Search queries in the syntax of the platform; each is read in every cycle')

const maxResults = z
  .int()
  .min(10)
  .max(500)
  .default(100)
  .describe('Most new mentions of one query in one cycle; the rest comes with the next cycles')

const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be two letters such as en (ISO 639-1)')
  .optional()
  .describe('Only mentions in this language; default: all')

const enabled = z.boolean().describe('Whether the platform is read')

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
    .describe('Cost limit of reads in a UTC day, at the platform’s prices; then the platform rests until the next day'),
})

export const ReviewSettings = z.object({
  enabled,
  source: z.enum(['trustpilot', 'app-store', 'google-business']).default('trustpilot').describe('Source of reviews'),
  places: z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .regex(/^[A-Za-z0-9/_-]+$/, 'must be an id as the source writes it'),
    )
    .max(10)
    .default([])
    .describe('Trustpilot: ids of business units; App Store: country/id of the app; Google: accounts/…/locations/…'),
  maxResults,
  language,
})

export const SocialSettings = z.object({
  enabled,
  source: z.enum(['bluesky', 'mastodon']).default('bluesky').describe('The network'),
  searchQueries: queries.describe('Bluesky: search texts; Mastodon: hashtags without #'),
  instance: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name such as mastodon.social')
    .optional()
    .describe('Mastodon: the instance to read'),
  maxResults,
  language,
})

const secret = z
  .string()
  .min(1)
  .max(4_096)
  .describe('Stored in Secrets Manager and never shown again; if omitted, the stored one stays')

/** Credentials and settings for platforms: written, and never returned. */
export const PlatformInputs = z.strictObject({
  microblog: z.strictObject({ ...MicroblogSettings.shape, bearerToken: secret.optional() }).optional(),
  reviews: z
    .strictObject({
      ...ReviewSettings.shape,
      apiKey: secret.optional().describe('Trustpilot: the API key'),
      clientId: secret.optional().describe('Google: the OAuth client'),
      clientSecret: secret.optional().describe('Google: the secret of that client'),
      refreshToken: secret.optional().describe('Google: of the owner of the locations, with the scope business.manage'),
    })
    .optional(),
  social: z
    .strictObject({
      ...SocialSettings.shape,
      identifier: secret.optional().describe('Bluesky: the handle of the account that searches'),
      appPassword: secret.optional().describe('Bluesky: an app password of that account'),
      accessToken: secret.optional().describe('Mastodon: if the instance shows timelines to signed-in people only'),
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

export const choices = {
  bodyFormat: z
    .enum(['batch', 'bare'])
    .describe('batch: {type, timestamp, data}; bare: the array of events alone, and no manifests'),
  batchSize: z.int().min(10).max(100).describe('Events per batch'),
  mentionIdMode: z
    .enum(['raw', 'hashed'])
    .describe(
      'raw: the platform’s ids, except those that identify an author; hashed: all ids, hashed with a key of the tenant',
    ),
  phoneRegions: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters such as GB (ISO 3166-1)'))
    .min(1)
    .max(10)
    .describe('Regions of telephone numbers without a country code'),
  scorer: z.enum(['offline', 'comprehend']).describe('Sentiment scorer; comprehend if the deployment has it'),
  personalData: z
    .enum(['rules', 'comprehend'])
    .describe('Removal of personal data: rules, or Amazon Comprehend after them'),
} as const
