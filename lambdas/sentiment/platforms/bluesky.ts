import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, PlatformFault } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

const HOST = 'https://bsky.social/xrpc'
const PAGE_MAX = 100
const PROFILES_MAX = 25
const MONTH_MS = 30 * 86_400_000
/** Access tokens of Bluesky expire after two hours. Sessions are limited to 300 per day. */
const SESSION_MS = 90 * 60_000
const SESSIONS_MAX = 1_000

const Count = z.int().min(0).catch(0)
const Session = z.object({ accessJwt: z.string().min(1) })
const Profiles = z.object({ profiles: z.array(z.object({ did: z.string(), followersCount: Count.optional() })) })

/** The used part of the response (lexicon app.bsky.feed.searchPosts). */
const SearchResponse = z.object({
  cursor: z.string().optional(),
  posts: z.array(
    z.object({
      uri: z.string().min(1),
      cid: z.string(),
      author: z.object({ did: z.string() }),
      record: z.object({
        text: z.string().catch(''),
        createdAt: z.string().optional(),
        langs: z.array(z.string()).optional(),
      }),
      indexedAt: z.string(),
      likeCount: Count.optional(),
      repostCount: Count.optional(),
      replyCount: Count.optional(),
      quoteCount: Count.optional(),
    }),
  ),
})
type Post = z.output<typeof SearchResponse>['posts'][number]

export interface BlueskySessions {
  tokenOf(account: BlueskyAccount, deps: VendorDeps): Promise<string>
  endSession(account: BlueskyAccount): void
}

export interface BlueskyAccount {
  readonly identifier: string
  readonly appPassword: string
}

export const blueskySessions = (): BlueskySessions => {
  const sessions = new Map<string, { readonly token: Promise<string>; readonly until: number }>()
  const keyOf = ({ identifier, appPassword }: BlueskyAccount): string => `${identifier}\n${appPassword}`
  return {
    tokenOf(account, deps) {
      const key = keyOf(account)
      const session = sessions.get(key)
      const at = deps.now().getTime()
      if (session && session.until > at) return session.token
      if (sessions.size >= SESSIONS_MAX) sessions.clear()
      const token = callVendor(deps, {
        url: `${HOST}/com.atproto.server.createSession`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: account.identifier, password: account.appPassword }),
        schema: Session,
        faultOf: ({ status }) => (status === 400 || status === 401 ? new PlatformFault('auth_failed') : undefined),
      }).then(({ accessJwt }) => accessJwt)
      sessions.set(key, { token, until: at + SESSION_MS })
      token.catch(() => sessions.delete(key))
      return token
    },
    endSession: (account) => void sessions.delete(keyOf(account)),
  }
}

/** Returns the time by which the search sorts: the creation time claimed by the author or the indexing time, the earlier. */
const sortedAt = ({ record, indexedAt }: Post): number | undefined => {
  const times = [timeOf(record.createdAt), timeOf(indexedAt)].filter((at) => at !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

const mentionOf = (post: Post, followers: ReadonlyMap<string, number>): Mention[] => {
  const at = sortedAt(post)
  if (at === undefined) return []
  const { likeCount: likes = 0, replyCount: replies = 0, repostCount: reposts = 0, quoteCount: quotes = 0 } = post
  const lang = post.record.langs?.[0]?.slice(0, 2)
  const authorFollowers = followers.get(post.author.did) ?? 0
  const counts = { likes, replies, reposts, quotes }
  return [{ id: post.uri, revision: post.cid, at, text: post.record.text, lang, authorFollowers, counts }]
}

export interface BlueskyOptions {
  readonly account: BlueskyAccount
  readonly sessions: BlueskySessions
  readonly language: string | undefined
}

type Query = <S extends z.ZodType>(path: string, schema: S) => Promise<z.output<S>>

const signedInQuery =
  (deps: VendorDeps, { account, sessions }: BlueskyOptions): Query =>
  async (path, schema) => {
    const headers = { authorization: `Bearer ${await sessions.tokenOf(account, deps)}` }
    return callVendor(deps, {
      url: `${HOST}/${path}`,
      headers,
      schema,
      faultOf: ({ status, body }) => {
        if (status !== 400 || !/ExpiredToken|InvalidToken/.test(body.toString('latin1'))) return undefined
        // The next cycle signs in again.
        sessions.endSession(account)
        return new PlatformFault('failed')
      },
    })
  }

/** Returns the follower counts of authors, which the search omits. */
const followersOf = async (runQuery: Query, posts: readonly Post[]): Promise<ReadonlyMap<string, number>> => {
  const authors = [...new Set(posts.map(({ author }) => author.did))]
  const followers = new Map<string, number>()
  for (let start = 0; start < authors.length; start += PROFILES_MAX) {
    const search = new URLSearchParams(
      authors.slice(start, start + PROFILES_MAX).map((did): [string, string] => ['actors', did]),
    )
    const { profiles } = await runQuery(`app.bsky.actor.getProfiles?${search}`, Profiles)
    for (const { did, followersCount = 0 } of profiles) followers.set(did, followersCount)
  }
  return followers
}

/** The search of Bluesky. It rejects the second page without a session. Ids of posts identify their authors. */
export const bluesky = (deps: VendorDeps, options: BlueskyOptions): MentionSource => {
  const runQuery = signedInQuery(deps, options)
  return {
    name: 'bluesky',
    pageMax: PAGE_MAX,
    costPerMention: 0,
    idsIdentifyAuthors: true,
    windowMs: MONTH_MS,
    async page({ query, from, to, size, next }): Promise<MentionPage> {
      const search = new URLSearchParams({
        q: query,
        sort: 'latest',
        limit: String(Math.min(PAGE_MAX, Math.max(1, size))),
        since: new Date(from).toISOString(),
        until: new Date(to + 1).toISOString(),
        ...(options.language === undefined ? {} : { lang: options.language }),
        ...(next === undefined ? {} : { cursor: next }),
      })
      const { posts, cursor } = await runQuery(`app.bsky.feed.searchPosts?${search}`, SearchResponse)
      const followers = await followersOf(runQuery, posts)
      const mentions = posts.flatMap((post) => mentionOf(post, followers))
      if (cursor === undefined || mentions.length === 0) return { mentions }
      return { mentions, reaches: Math.min(...mentions.map(({ at }) => at)), next: cursor }
    },
  }
}
