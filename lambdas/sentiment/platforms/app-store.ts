import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, NO_COUNTS } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

const Label = z.object({ label: z.string() })

/** A review in the feed. The entry of the app itself has no rating. */
const Entry = z.object({
  id: Label,
  updated: Label.optional(),
  'im:rating': Label.optional(),
  title: Label.optional(),
  content: Label.optional(),
  'im:voteCount': Label.optional(),
})

/** A single entry is not a list, and an empty list is absent. */
const FeedResponse = z.object({
  feed: z.object({ entry: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]).optional() }),
})

const PAGE_SIZE = 50
const PAGES_MAX = 10
const YEAR_MS = 365 * 86_400_000

const mentionOf = (entry: unknown): Mention[] => {
  const { data } = Entry.safeParse(entry)
  const at = timeOf(data?.updated?.label)
  const rating = Number(data?.['im:rating']?.label)
  if (!data || at === undefined || !(rating >= 1 && rating <= 5)) return []
  const text = [data.title?.label, data.content?.label].filter(Boolean).join('. ')
  const likes = Number(data['im:voteCount']?.label ?? 0) || 0
  return [
    { id: data.id.label, revision: String(at), at, text, rating, authorFollowers: 0, counts: { ...NO_COUNTS, likes } },
  ]
}

/** Reviews of an app in one country from the public feed: the newest 500. */
export const appStore = (deps: VendorDeps): MentionSource => ({
  name: 'app-store',
  pageMax: PAGE_SIZE,
  costPerMention: 0,
  idsIdentifyAuthors: false,
  windowMs: YEAR_MS,
  async page({ query: place, next = '1' }): Promise<MentionPage> {
    const [country = '', app = ''] = place.split('/')
    const path = `rss/customerreviews/page=${next}/id=${encodeURIComponent(app)}/sortby=mostrecent/json`
    const url = `https://itunes.apple.com/${encodeURIComponent(country)}/${path}`
    const { feed } = await callVendor(deps, { url, schema: FeedResponse })
    const entries = (feed.entry ?? []).filter((entry) => entry !== undefined)
    const mentions = entries.flatMap(mentionOf)
    const isLast = entries.length < PAGE_SIZE || mentions.length === 0 || Number(next) >= PAGES_MAX
    if (isLast) return { mentions }
    return { mentions, reaches: Math.min(...mentions.map(({ at }) => at)), next: String(Number(next) + 1) }
  },
})
