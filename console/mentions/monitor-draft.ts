import type { ChangeSentimentMonitorInput, CreateSentimentMonitorInput, SentimentMonitor } from '../api/sentiment.ts'
import { partsOf } from '../session/parts.ts'

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
  readonly isHashed: boolean
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
    isHashed: monitor?.mentionIdMode === 'hashed',
  }
}

/** Returns the non-empty members; empty ones keep their stored value. */
const filledMembers = <Name extends string>(
  members: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: string } =>
  Object.fromEntries(Object.entries<string>(members).filter(([, text]) => text.trim() !== '')) as {
    readonly [Key in Name]?: string
  }

const platformsOf = ({ microblog, reviews, social }: MonitorDraft): Platforms => {
  const { apiKey, clientId, clientSecret, refreshToken } = reviews
  const { identifier, appPassword, accessToken, instance } = social
  return {
    microblog: {
      enabled: microblog.isOn,
      searchQueries: partsOf(microblog.queries, '\n'),
      maxUsdPerDay: Number(microblog.usd),
      ...filledMembers({ bearerToken: microblog.token }),
    },
    reviews: {
      enabled: reviews.isOn,
      source: reviews.source,
      places: partsOf(reviews.places, '\n'),
      ...filledMembers({ apiKey, clientId, clientSecret, refreshToken }),
    },
    social: {
      enabled: social.isOn,
      source: social.source,
      searchQueries: partsOf(social.queries, '\n'),
      ...filledMembers({ instance, identifier, appPassword, accessToken }),
    },
  }
}

export const creationOf = (draft: MonitorDraft): CreateSentimentMonitorInput => ({
  tenantId: draft.tenantId.trim(),
  platforms: platformsOf(draft),
  ingestEndpoint: draft.endpoint.trim(),
  ingestAuthToken: draft.token,
  mentionIdMode: draft.isHashed ? 'hashed' : 'raw',
})

export const changeOf = (draft: MonitorDraft): ChangeSentimentMonitorInput => ({
  tenantId: draft.tenantId,
  platforms: platformsOf(draft),
  ingestEndpoint: draft.endpoint.trim(),
  ...filledMembers({ ingestAuthToken: draft.token }),
  mentionIdMode: draft.isHashed ? 'hashed' : 'raw',
})
