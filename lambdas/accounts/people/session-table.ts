import { mintToken, personalTenantOf, SESSION_DAYS, type Session, sessionRow, tokenDigest } from '@signet/identity'
import { addMs, type NewId, type RowOf, rowTable, type SecretSource, type TableDeps, transact } from '@signet/kernel'
import { personSessionRow } from '../contract/member-rows.ts'
import { relayRow } from '../contract/relay-row.ts'
import { type Guard, type SessionRevocation, sessionRevocation, sessionSwitch } from './session-revocation.ts'

export type ListedSession = RowOf<typeof personSessionRow>

const USER_AGENT_LENGTH_MAX = 200
const RELAY_MS = 60_000
const DAY_MS = 86_400_000
const LIST_MAX = 100

export interface SessionTableDeps extends TableDeps {
  readonly pepper: SecretSource
  readonly newId: NewId
}

/** A session and the token for its cookie; the token is not stored. */
export interface NewSession {
  readonly session: Session
  readonly token: string
}

export interface SessionTable extends SessionRevocation {
  /** Creates a one-time token, valid for a minute, in the browser with this digest. */
  mintRelay(userId: string, browser: string): Promise<string>
  /**
   * Exchanges a one-time token for a new session and invalidates the token. Returns undefined if the token is unknown,
   * used, expired or of another browser.
   */
  begin(relayToken: string, browser: string, client: string | undefined): Promise<NewSession | undefined>
  /** Lists at most 100 sessions, newest first. */
  list(userId: string): Promise<readonly ListedSession[]>
  /**
   * Switches a session to an organization, conditional on the guard's writes, which are rebuilt for each attempt.
   * Returns false if the user has no such session.
   */
  actFor(session: { userId: string; id: string }, org: string, guard: Guard): Promise<boolean>
}

export const sessionTable = (deps: SessionTableDeps): SessionTable => {
  const { pepper, newId, now } = deps
  const sessions = rowTable(sessionRow, deps)
  const sessionList = rowTable(personSessionRow, deps)
  const relays = rowTable(relayRow, deps)
  const digestOf = async (purpose: string, token: string) => tokenDigest(await pepper(), purpose, token)

  const switchSession = sessionSwitch(deps)

  return {
    async mintRelay(userId, browser) {
      const token = mintToken()
      const until = addMs(now(), RELAY_MS).toISOString()
      await relays.putNew({ digest: await digestOf('relay', token) }, { user_id: userId, browser, until })
      return token
    },
    async begin(relayToken, browser, client) {
      const relay = { digest: await digestOf('relay', relayToken) }
      const token = mintToken()
      const digest = await digestOf('session', token)
      const id = newId()
      return transact<NewSession | undefined>(deps, async () => {
        const row = await relays.get(relay)
        if (!row || row.browser !== browser) return { result: undefined }
        const user = row.user_id
        const personalTenant = personalTenantOf(user)
        const times = { created_at: now().toISOString(), expires_at: addMs(now(), SESSION_DAYS * DAY_MS).toISOString() }
        const session: Session = { id, user_id: user, org_id: personalTenant, tenant_id: personalTenant, ...times }
        const steps = [
          relays.steps.remove(relay, { browser }),
          sessions.steps.putNew({ digest }, session),
          sessionList.steps.putNew(
            { user, id },
            { id, digest, ...times, ...(client ? { client: client.slice(0, USER_AGENT_LENGTH_MAX) } : {}) },
          ),
        ]
        return { steps, result: { session, token } }
      })
    },
    list: async (user) => (await sessionList.page({ user }, { limit: LIST_MAX, newestFirst: true })).rows,
    actFor: ({ userId: user, id }, org, guard) => switchSession({ user, id }, org, guard),
    ...sessionRevocation(deps),
  }
}
