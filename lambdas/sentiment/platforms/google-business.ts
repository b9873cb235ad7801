import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, NO_COUNTS, PlatformFault } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

const STARS: Readonly<Record<string, number>> = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 }

/** The used part of the response (Google Business Profile v4, accounts.locations.reviews.list). */
const ReviewsResponse = z.object({
  reviews: z
    .array(
      z.object({
        reviewId: z.string().min(1),
        starRating: z.string(),
        comment: z.string().optional(),
        createTime: z.string(),
        updateTime: z.string().optional(),
      }),
    )
    .optional(),
  nextPageToken: z.string().optional(),
})

const Token = z.object({ access_token: z.string().min(1) })

export interface GoogleCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly refreshToken: string
}

const PAGE_MAX = 50
const YEAR_MS = 365 * 86_400_000

/** Returns the original text without Google's translation before or after it. */
export const originalOf = (comment: string): string => {
  const parts = comment.split('(Original)')
  if (parts.length > 1) return (parts[1] ?? '').trim()
  return (comment.split('(Translated by Google)')[0] ?? '').trim() || comment
}

const signIn = async (
  deps: VendorDeps,
  { clientId, clientSecret, refreshToken }: GoogleCredentials,
): Promise<string> => {
  const form = {
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
  }
  const { access_token: token } = await callVendor(deps, {
    url: 'https://oauth2.googleapis.com/token',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
    schema: Token,
    // A revoked refresh token returns 400 invalid_grant.
    faultOf: ({ status }) => (status === 400 || status === 401 ? new PlatformFault('auth_failed') : undefined),
  })
  return token
}

/** Reviews of a verified location of the tenant, latest edit first. */
export const googleBusiness = (deps: VendorDeps, credentials: GoogleCredentials): MentionSource => {
  let token: Promise<string> | undefined
  return {
    name: 'google-business',
    pageMax: PAGE_MAX,
    costPerMention: 0,
    idsIdentifyAuthors: false,
    windowMs: YEAR_MS,
    async page({ query: location, next }): Promise<MentionPage> {
      token ??= signIn(deps, credentials)
      const search = new URLSearchParams({
        pageSize: String(PAGE_MAX),
        orderBy: 'updateTime desc',
        ...(next === undefined ? {} : { pageToken: next }),
      })
      const { reviews = [], nextPageToken } = await callVendor(deps, {
        url: `https://mybusiness.googleapis.com/v4/${location}/reviews?${search}`,
        headers: { authorization: `Bearer ${await token}` },
        schema: ReviewsResponse,
      })
      const mentions = reviews.flatMap((review): Mention[] => {
        const at = timeOf(review.updateTime) ?? timeOf(review.createTime)
        const rating = STARS[review.starRating]
        if (at === undefined || rating === undefined) return []
        const text = originalOf(review.comment ?? '')
        return [{ id: review.reviewId, revision: String(at), at, text, rating, authorFollowers: 0, counts: NO_COUNTS }]
      })
      if (nextPageToken === undefined || mentions.length === 0) return { mentions }
      return { mentions, reaches: Math.min(...mentions.map(({ at }) => at)), next: nextPageToken }
    },
  }
}
