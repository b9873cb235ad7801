import { cookieSession, type ReadSession } from '@signet/identity'
import { type Caller, Refusal } from '@signet/kernel'
import { originOf } from './own-address.ts'

/** Who looks at a page. A session that is not good counts as none: the person signs in again instead of reading a refusal. */
export const personOfPage = (
  read: ReadSession,
  cookie: string | undefined,
  baseUrl: string,
): Promise<Caller | undefined> =>
  cookieSession(read, cookie, originOf(baseUrl)).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
