import { type Caller, Refusal } from '@signet/kernel'
import { cookieSession } from './session.ts'
import type { ReadSession } from './session-reader.ts'

/** Who looks at a page. A session that is not good counts as none: the person signs in again instead of reading a refusal. */
export const personOfPage = (
  read: ReadSession,
  cookie: string | undefined,
  baseUrl: string,
): Promise<Caller | undefined> =>
  cookieSession(read, cookie, URL.parse(baseUrl)?.origin ?? 'none').catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
