import { jsonOf, ownAddress, ask as request, type Sent } from '@signet/pages/client'

/** Kept for this tab only, so that no key stays behind in the browser. Without a key the session is used. */
const KEY = 'signet-archive-key'

export const keptKey = (): string | null => sessionStorage.getItem(KEY)
export const keepKey = (key: string): void => sessionStorage.setItem(KEY, key)

const base = ownAddress()

/** Calls the archive with the key of this tab. @throws Refused unless it succeeds */
export const ask = (method: string, path: string, sent: Sent = {}): Promise<Response> =>
  request(method, new URL(path, base), { ...sent, key: keptKey() ?? undefined })

export const call = async <T>(method: string, path: string, sent: Sent = {}): Promise<T> =>
  jsonOf<T>(await ask(method, path, sent))

/** A part of an address. */
export const part = encodeURIComponent

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
