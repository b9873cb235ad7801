import type { ChangeSentimentMonitorInput, CreateSentimentMonitorInput, SentimentMonitor } from '../api/sentiment.ts'
import { splitList } from '../session/split-list.ts'

type Platforms = CreateSentimentMonitorInput['platforms']

/** The form of a monitor; lists have one item per line. */
export interface MonitorDraft {
  readonly tenantId: string
  readonly endpoint: string
  readonly token: string
  readonly microblog: { readonly isOn: boolean; readonly queries: string; readonly token: string; readonly usd: string }
  readonly reviews: {
    readonly isOn: boolean
    readonly source: SentimentMonitor['platforms']['reviews']['source']
    readonly places: string
    readonly apiKey: string
    readonly clientId: string
    readonly clientSecret: string
    readonly refreshToken: string
  }
  readonly social: {
    readonly isOn: boolean
    readonly source: SentimentMonitor['platforms']['social']['source']
    readonly queries: string
    readonly instance: string
    readonly identifier: string
    readonly appPassword: string
    readonly accessToken: string
  }
  readonly hasHashedIds: boolean
}

/**
 * Returns the draft of an existing or a new monitor. Credentials are never returned by the service, so they are empty.
 */
export const draftOf = (monitor?: SentimentMonitor): MonitorDraft => {
  const { microblog, reviews, social } = monitor?.platforms ?? {}
  return {
    tenantId: monitor?.tenantId ?? '',
    endpoint: monitor?.ingestEndpoint ?? '',
    token: '',
    microblog: {
      isOn: microblog?.enabled ?? true,
      queries: microblog?.searchQueries.join('\n') ?? '',
      token: '',
      usd: String(microblog?.maxUsdPerDay ?? 5),
    },
    reviews: {
      isOn: reviews?.enabled ?? false,
      source: reviews?.source ?? 'trustpilot',
      places: reviews?.places.join('\n') ?? '',
      apiKey: '',
      clientId: '',
      clientSecret: '',
      refreshToken: '',
    },
    social: {
      isOn: social?.enabled ?? false,
      source: social?.source ?? 'bluesky',
      queries: social?.searchQueries.join('\n') ?? '',
      instance: social?.instance ?? '',
      identifier: '',
      appPassword: '',
      accessToken: '',
    },
    hasHashedIds: monitor?.mentionIdMode === 'hashed',
  }
}

/** Returns the non-empty fields. The service keeps the stored value of an omitted field. */
const nonEmptyFields = <Name extends string>(
  fields: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: string } =>
  Object.fromEntries(Object.entries<string>(fields).filter(([, text]) => text.trim() !== '')) as {
    readonly [Key in Name]?: string
  }

const platformsOf = ({ microblog, reviews, social }: MonitorDraft): Platforms => {
  const { apiKey, clientId, clientSecret, refreshToken } = reviews
  const { identifier, appPassword, accessToken, instance } = social
  return {
    microblog: {
      enabled: microblog.isOn,
      searchQueries: splitList(microblog.queries, '\n'),
      maxUsdPerDay: Number(microblog.usd),
      ...nonEmptyFields({ bearerToken: microblog.token }),
    },
    reviews: {
      enabled: reviews.isOn,
      source: reviews.source,
      places: splitList(reviews.places, '\n'),
      ...nonEmptyFields({ apiKey, clientId, clientSecret, refreshToken }),
    },
    social: {
      enabled: social.isOn,
      source: social.source,
      searchQueries: splitList(social.queries, '\n'),
      ...nonEmptyFields({ instance, identifier, appPassword, accessToken }),
    },
  }
}

export const createInputOf = (draft: MonitorDraft): CreateSentimentMonitorInput => ({
  tenantId: draft.tenantId.trim(),
  platforms: platformsOf(draft),
  ingestEndpoint: draft.endpoint.trim(),
  ingestAuthToken: draft.token,
  mentionIdMode: draft.hasHashedIds ? 'hashed' : 'raw',
})

export const updateInputOf = (draft: MonitorDraft): ChangeSentimentMonitorInput => ({
  tenantId: draft.tenantId,
  platforms: platformsOf(draft),
  ingestEndpoint: draft.endpoint.trim(),
  ...nonEmptyFields({ ingestAuthToken: draft.token }),
  mentionIdMode: draft.hasHashedIds ? 'hashed' : 'raw',
})
