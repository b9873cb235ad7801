import { type Caller, Refusal } from '@signet/kernel'
import { cookieSession } from './session.ts'
import type { ReadSession } from './session-reader.ts'

/**
 * Returns the user who views a page. An invalid session counts as no session, so the page asks the user to sign in
 * instead of showing an error.
 */
export const userOfPage = (
  read: ReadSession,
  cookie: string | undefined,
  baseUrl: string,
): Promise<Caller | undefined> =>
  cookieSession(read, cookie, URL.parse(baseUrl)?.origin ?? 'none').catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
