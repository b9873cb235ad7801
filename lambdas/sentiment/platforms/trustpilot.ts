import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, NO_COUNTS } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

/** The used part of the public route's response. The private route returns mail addresses and is not used. */
const ReviewsResponse = z.object({
  reviews: z.array(
    z.object({
      id: z.string().min(1),
      stars: z.int().min(1).max(5),
      title: z.string().nullish(),
      text: z.string().nullish(),
      language: z.string().nullish(),
      createdAt: z.string(),
      updatedAt: z.string().nullish(),
      numberOfLikes: z.int().min(0).nullish(),
    }),
  ),
})

const PAGE_MAX = 100
const YEAR_MS = 365 * 86_400_000

/**
 * Public reviews of Trustpilot, newest first by creation. An edited review counts again if it is among the newest 100,
 * which each cycle reads again.
 */
export const trustpilot = (deps: VendorDeps, apiKey: string, language: string | undefined): MentionSource => ({
  name: 'trustpilot',
  pageMax: PAGE_MAX,
  costPerMention: 0,
  idsIdentifyAuthors: false,
  windowMs: YEAR_MS,
  async page({ query: businessUnit, next = '1' }): Promise<MentionPage> {
    const search = new URLSearchParams({
      orderBy: 'createdat.desc',
      perPage: String(PAGE_MAX),
      page: next,
      ...(language === undefined ? {} : { language }),
    })
    const url = `https://api.trustpilot.com/v1/business-units/${encodeURIComponent(businessUnit)}/reviews?${search}`
    const { reviews } = await callVendor(deps, { url, headers: { apikey: apiKey }, schema: ReviewsResponse })
    const creationTimes = reviews.flatMap(({ createdAt }) => timeOf(createdAt) ?? [])
    const mentions = reviews.flatMap((review): Mention[] => {
      const at = timeOf(review.updatedAt) ?? timeOf(review.createdAt)
      if (at === undefined) return []
      const text = [review.title, review.text].filter(Boolean).join('. ')
      const counts = { ...NO_COUNTS, likes: review.numberOfLikes ?? 0 }
      const { id, stars: rating, language: lang } = review
      return [{ id, revision: String(at), at, text, lang: lang ?? undefined, rating, authorFollowers: 0, counts }]
    })
    if (reviews.length < PAGE_MAX || creationTimes.length === 0) return { mentions }
    return { mentions, reaches: Math.min(...creationTimes), next: String(Number(next) + 1) }
  },
})
