import * as z from 'zod'
import { type Mention, type MentionPage, type MentionSource, PlatformFault } from './mention.ts'
import { callVendor, timeOf, type VendorDeps } from './vendor-json.ts'

const HOST = 'https://bsky.social/xrpc'
const PAGE = 100
const PROFILES = 25
const MONTH_MS = 30 * 86_400_000
/** Access tokens of Bluesky expire after two hours. Sessions are limited to 300 per day. */
const SESSION_MS = 90 * 60_000
const SESSIONS_MAX = 1_000

const Count = z.int().min(0).catch(0)
const Session = z.object({ accessJwt: z.string().min(1) })
const Profiles = z.object({ profiles: z.array(z.object({ did: z.string(), followersCount: Count.optional() })) })

/** The used part of the response (lexicon app.bsky.feed.searchPosts). */
const Found = z.object({
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
type Post = z.output<typeof Found>['posts'][number]

export interface BlueskySessions {
  of(account: BlueskyAccount, deps: VendorDeps): Promise<string>
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
    of(account, deps) {
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

/** Returns the sort time of the search: the earlier of the claimed and the indexed time. */
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

type Ask = <S extends z.ZodType>(path: string, schema: S) => Promise<z.output<S>>

const asking =
  (deps: VendorDeps, { account, sessions }: BlueskyOptions): Ask =>
  async (path, schema) => {
    const headers = { authorization: `Bearer ${await sessions.of(account, deps)}` }
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
const followersOf = async (ask: Ask, posts: readonly Post[]): Promise<ReadonlyMap<string, number>> => {
  const authors = [...new Set(posts.map(({ author }) => author.did))]
  const followers = new Map<string, number>()
  for (let at = 0; at < authors.length; at += PROFILES) {
    const search = new URLSearchParams(authors.slice(at, at + PROFILES).map((did): [string, string] => ['actors', did]))
    const { profiles } = await ask(`app.bsky.actor.getProfiles?${search}`, Profiles)
    for (const { did, followersCount = 0 } of profiles) followers.set(did, followersCount)
  }
  return followers
}

/** Search on Bluesky, signed in: without a session the second page is refused. Ids of posts identify their authors. */
export const bluesky = (deps: VendorDeps, options: BlueskyOptions): MentionSource => {
  const ask = asking(deps, options)
  return {
    name: 'bluesky',
    pageMax: PAGE,
    costPerMention: 0,
    idsNameAuthors: true,
    windowMs: MONTH_MS,
    async page({ query, from, to, size, next }): Promise<MentionPage> {
      const search = new URLSearchParams({
        q: query,
        sort: 'latest',
        limit: String(Math.min(PAGE, Math.max(1, size))),
        since: new Date(from).toISOString(),
        until: new Date(to + 1).toISOString(),
        ...(options.language === undefined ? {} : { lang: options.language }),
        ...(next === undefined ? {} : { cursor: next }),
      })
      const { posts, cursor } = await ask(`app.bsky.feed.searchPosts?${search}`, Found)
      const followers = await followersOf(ask, posts)
      const mentions = posts.flatMap((post) => mentionOf(post, followers))
      if (cursor === undefined || mentions.length === 0) return { mentions }
      return { mentions, reaches: Math.min(...mentions.map(({ at }) => at)), next: cursor }
    },
  }
}
