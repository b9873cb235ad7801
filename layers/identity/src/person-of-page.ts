import { type Caller, Refusal } from '@signet/kernel'
import { cookieSession } from './session.ts'
import type { ReadSession } from './session-reader.ts'

/**
 * The person who views a page. An invalid session counts as none: the person signs in again instead of seeing a
 * refusal.
 */
export const personOfPage = (
  read: ReadSession,
  cookie: string | undefined,
  baseUrl: string,
): Promise<Caller | undefined> =>
  cookieSession(read, cookie, URL.parse(baseUrl)?.origin ?? 'none').catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
