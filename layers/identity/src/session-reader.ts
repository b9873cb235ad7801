import { type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { sessionRow } from './session-rows.ts'
import { isWellFormedToken, tokenDigest } from './session-token.ts'

export type Session = RowOf<typeof sessionRow>

/** The session that a token is of; undefined for one that is unknown, revoked or over. */
export type ReadSession = (token: string) => Promise<Session | undefined>

export interface SessionReaderDeps extends Pick<TableDeps, 'db' | 'table' | 'now'> {
  readonly pepper: SecretSource
}

/** Reads sessions by their tokens. One that was just revoked is not found: the read is consistent. */
export const sessionReader = (deps: SessionReaderDeps): ReadSession => {
  const sessions = rowTable(sessionRow, deps)
  return async (token) => {
    if (!isWellFormedToken(token)) return undefined
    return sessions.get({ digest: tokenDigest(await deps.pepper(), 'session', token) })
  }
}
