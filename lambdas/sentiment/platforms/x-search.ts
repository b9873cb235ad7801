import type { GuardedResponse } from '@signet/kernel'
import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, PlatformFault } from './mention.ts'
import { callVendor, nextUtcDay, resetOf, timeOf, type VendorDeps } from './vendor-json.ts'

const Count = z.int().min(0).catch(0)

/** The used part of the response (X API v2, openapi 2.167). `data` is absent if nothing was found. */
const SearchResponse = z.object({
  data: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,19}$/),
        text: z.string(),
        author_id: z.string().optional(),
        created_at: z.string(),
        lang: z.string().optional(),
        public_metrics: z
          .object({ retweet_count: Count, reply_count: Count, like_count: Count, quote_count: Count })
          .partial()
          .optional(),
      }),
    )
    .optional(),
  includes: z
    .object({
      users: z
        .array(z.object({ id: z.string(), public_metrics: z.object({ followers_count: Count }).optional() }))
        .optional(),
    })
    .optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
})

const HOUR_MS = 3_600_000
/** The search covers seven days. The oldest hour is omitted, because it could expire during a cycle. */
const WINDOW_MS = 7 * 24 * HOUR_MS - HOUR_MS
/** By default, the search ends 30 seconds before now. An end is sent only if it is earlier. */
const LATEST_MS = 30_000
const PAGE_MIN = 10
const PAGE_MAX = 100
/** 0.005 dollars per post read (X pricing). */
const POST_MICROS = 5_000

/** Epoch of the times in post ids. */
const EPOCH_MS = 1_288_834_974_657n

/** Returns the smallest post id of a time. Ids of posts start with their time. */
export const minPostIdAt = (ms: number): bigint => {
  const since = BigInt(Math.trunc(ms)) - EPOCH_MS
  return since > 0n ? since << 22n : 0n
}

/** Returns the query without reposts, which contain no new mention, and without promoted-only posts. */
export const queryOf = (query: string, language: string | undefined): string =>
  `(${query}) -is:retweet -is:nullcast${language ? ` lang:${language}` : ''}`

/** A 429 response means too many requests, or that the paid volume is used up. */
const faultOf =
  (now: () => Date) =>
  (response: GuardedResponse): PlatformFault | undefined => {
    const isCapped = /usage-capped|UsageCapExceeded|CreditsDepleted/.test(response.body.toString('latin1'))
    if (isCapped) return new PlatformFault('quota_exhausted', nextUtcDay(now()))
    return response.status === 429 ? new PlatformFault('rate_limited', resetOf(response, now())) : undefined
  }

const mentionsOf = ({ data = [], includes }: z.output<typeof SearchResponse>): Mention[] => {
  const followers = new Map(
    includes?.users?.map(({ id, public_metrics }) => [id, public_metrics?.followers_count ?? 0]),
  )
  return data.flatMap(({ id, text, author_id, created_at, lang, public_metrics: metrics = {} }) => {
    const at = timeOf(created_at)
    if (at === undefined) return []
    const {
      like_count: likes = 0,
      reply_count: replies = 0,
      retweet_count: reposts = 0,
      quote_count: quotes = 0,
    } = metrics
    const counts = { likes, replies, reposts, quotes }
    const isKnown = lang !== undefined && /^[a-z]{2}$/.test(lang)
    return [
      {
        id,
        revision: '1',
        at,
        text,
        lang: isKnown ? lang : undefined,
        authorFollowers: followers.get(author_id ?? '') ?? 0,
        counts,
      },
    ]
  })
}

/**
 * Recent search of X with the tenant's own app token. Followers are not requested, because each author costs twice as
 * much as a post.
 */
export const xSearch = (deps: VendorDeps, token: string, language: string | undefined): MentionSource => ({
  name: 'x',
  pageMax: PAGE_MAX,
  costPerMention: POST_MICROS,
  idsIdentifyAuthors: false,
  windowMs: WINDOW_MS,
  async page({ query, from, to, size, next }): Promise<MentionPage> {
    const isPast = to < deps.now().getTime() - LATEST_MS
    const search = new URLSearchParams({
      query: queryOf(query, language),
      max_results: String(Math.min(PAGE_MAX, Math.max(PAGE_MIN, size))),
      sort_order: 'recency',
      'tweet.fields': 'created_at,public_metrics,author_id,lang',
      // The same bounds for every page. Both are exclusive.
      since_id: String(minPostIdAt(from) - 1n),
      ...(isPast ? { until_id: String(minPostIdAt(to + 1)) } : {}),
      ...(next === undefined ? {} : { next_token: next }),
    })
    const page = await callVendor(deps, {
      url: `https://api.x.com/2/tweets/search/recent?${search}`,
      headers: { authorization: `Bearer ${token}` },
      schema: SearchResponse,
      faultOf: faultOf(deps.now),
    })
    const mentions = mentionsOf(page)
    const nextToken = page.meta?.next_token
    if (nextToken === undefined) return { mentions }
    // Without any parsed post, the page does not show how far it reached.
    const reaches = mentions.length === 0 ? to : Math.min(...mentions.map(({ at }) => at))
    return { mentions, reaches, next: nextToken }
  },
})
