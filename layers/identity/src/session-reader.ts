import { type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { sessionRow } from './session-rows.ts'
import { isWellFormedToken, tokenDigest } from './session-token.ts'

export type Session = RowOf<typeof sessionRow>

/** Reads the session of a token; undefined if it is unknown, revoked or expired. */
export type ReadSession = (token: string) => Promise<Session | undefined>

export interface SessionReaderDeps extends Pick<TableDeps, 'db' | 'table' | 'now'> {
  readonly pepper: SecretSource
}

/** Reads sessions by their tokens. The read is consistent, so a session that was just revoked is not found. */
export const sessionReader = (deps: SessionReaderDeps): ReadSession => {
  const sessions = rowTable(sessionRow, deps)
  return async (token) => {
    if (!isWellFormedToken(token)) return undefined
    return sessions.get({ digest: tokenDigest(await deps.pepper(), 'session', token) })
  }
}
