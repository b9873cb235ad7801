import { reply } from '@signet/contracts'
import { identityOf, userOf } from '@signet/identity'
import { forbidden, notFound, type Refusal, type Route, refusal, route } from '@signet/kernel'
import { getMe, listSessions, revokeSession, setName } from '../contract/account.ts'
import { type IssuerClient, IssuerRefusedError, IssuerUnavailableError } from '../issuer/issuer-client.ts'
import type { AccountTable } from './account-table.ts'
import type { SessionTable } from './session-table.ts'

export interface AccountDeps {
  readonly accounts: AccountTable
  readonly sessions: SessionTable
  readonly issuer: IssuerClient | undefined
}

/** Maps a refusal of the authentication service to 403, and no response to 502 (spec platform-api 4.1). */
const issuerRefusal = (error: unknown): Refusal<'forbidden' | 'upstream_failed'> => {
  if (error instanceof IssuerRefusedError) return forbidden('The authentication service rejects this token')
  if (error instanceof IssuerUnavailableError)
    return refusal('upstream_failed', 'The authentication service does not respond. Try again shortly', {
      cause: error,
    })
  throw error
}

const meRoute = ({ accounts }: AccountDeps) =>
  route(getMe, async ({ caller }) => {
    const identity = identityOf(caller)
    const person = caller.kind === 'session' ? await accounts.get(identity.userId) : undefined
    return reply(200, { ...identity, email: person?.email ?? null }, { 'cache-control': 'no-store' })
  })

const nameRoute = ({ accounts, issuer }: AccountDeps) =>
  route(setName, async ({ body, headers, caller }) => {
    const userId = userOf(caller)
    const name = body.name.trim() === '' ? null : body.name
    const renamed = await accounts.rename(userId, name)
    if (renamed) return reply(200, { ok: true as const, name })
    // The caller has no account, so the credential is a token of the authentication service: a platform session always
    // has an account.
    const token = headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
    try {
      const profile = await issuer?.userOf(token)
      if (profile?.userId !== userId) return forbidden('The token belongs to another user')
      await accounts.ensure(profile)
    } catch (error) {
      return issuerRefusal(error)
    }
    await accounts.rename(userId, name)
    return reply(200, { ok: true as const, name })
  })

/** Routes of the signed-in user and their sessions (spec platform-api 4.1). */
export const accountRoutes = (deps: AccountDeps): Route[] => [
  meRoute(deps),
  nameRoute(deps),
  route(listSessions, async ({ caller }) => {
    const listed = await deps.sessions.list(userOf(caller))
    const sessions = listed.map(({ id, created_at, expires_at, client }) => ({
      id,
      createdAt: created_at,
      expiresAt: expires_at,
      client: client ?? null,
      current: id === caller.sessionId,
    }))
    return reply(200, { sessions })
  }),
  route(revokeSession, async ({ params, caller }) => {
    if (!(await deps.sessions.revoke(userOf(caller), params.id))) return notFound('The session does not exist')
    return reply(204)
  }),
]
