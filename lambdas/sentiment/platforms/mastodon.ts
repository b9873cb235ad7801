import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, PlatformFault } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** Returns the text of an HTML status: paragraphs and breaks become lines, other markup is removed. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<br\s?\/?>|<\/p>/gi, '\n')
    .replaceAll(/<[^<>]{0,4000}>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{1,8}));/gi, (whole, decimal, hex, name) => {
      if (decimal) return character(Number(decimal))
      if (hex) return character(Number.parseInt(hex, 16))
      return NAMED_ENTITIES[String(name).toLowerCase()] ?? whole
    })
    .trim()

const Count = z.int().min(0).catch(0)

/** The used part of a status (docs.joinmastodon.org, entities/Status). */
const StatusesResponse = z.array(
  z.object({
    id: z.string().regex(/^\d{1,20}$/),
    uri: z.string().min(1),
    created_at: z.string(),
    edited_at: z.string().nullish(),
    content: z.string(),
    language: z.string().nullish(),
    account: z.object({ followers_count: Count }),
    favourites_count: Count.optional(),
    replies_count: Count.optional(),
    reblogs_count: Count.optional(),
    reblog: z.unknown().nullish(),
  }),
)

const PAGE_MAX = 40
const MONTH_MS = 30 * 86_400_000

/** Returns the smallest status id of a time. Ids are milliseconds shifted by 16 bits. */
const minStatusIdAt = (ms: number): string => String(BigInt(Math.trunc(ms)) << 16n)

export interface MastodonOptions {
  readonly instance: string
  readonly accessToken: string | undefined
  readonly language: string | undefined
}

/** The timeline of a hashtag on one instance. URLs of statuses identify their authors. */
export const mastodon = (deps: VendorDeps, { instance, accessToken, language }: MastodonOptions): MentionSource => ({
  name: 'mastodon',
  pageMax: PAGE_MAX,
  costPerMention: 0,
  idsIdentifyAuthors: true,
  windowMs: MONTH_MS,
  async page({ query, from, to, size, next }): Promise<MentionPage> {
    const search = new URLSearchParams({
      limit: String(Math.min(PAGE_MAX, Math.max(1, size))),
      since_id: String(BigInt(minStatusIdAt(from)) - 1n),
      max_id: next ?? minStatusIdAt(to + 1),
    })
    const tag = encodeURIComponent(query.replace(/^#/, ''))
    const statuses = await callVendor(deps, {
      url: `https://${instance}/api/v1/timelines/tag/${tag}?${search}`,
      headers: accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` },
      schema: StatusesResponse,
      // Instances that show timelines to signed-in users only respond with 401 or 422.
      faultOf: ({ status }) => (status === 422 ? new PlatformFault('auth_failed') : undefined),
    })
    const mentions = statuses.flatMap((status): Mention[] => {
      const createdAt = timeOf(status.created_at)
      const at = timeOf(status.edited_at) ?? createdAt
      const lang = status.language?.slice(0, 2)
      const isOtherLanguage = language !== undefined && lang !== undefined && lang !== language
      if (at === undefined || isOtherLanguage || status.reblog) return []
      const counts = {
        likes: status.favourites_count ?? 0,
        replies: status.replies_count ?? 0,
        reposts: status.reblogs_count ?? 0,
        quotes: 0,
      }
      const text = plainText(status.content)
      const authorFollowers = status.account.followers_count
      return [{ id: status.uri, revision: String(at), at, text, lang, authorFollowers, counts }]
    })
    const last = statuses.at(-1)
    const reaches = timeOf(last?.created_at)
    if (last === undefined || reaches === undefined) return { mentions }
    return { mentions, reaches, next: last.id }
  },
})
