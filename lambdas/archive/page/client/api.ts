import { jsonOf, ownAddress, ask as request, type Sent } from '@signet/pages/client'

/** For this tab only: a key is not left behind in the browser. Without one the session speaks for the person. */
const KEY = 'signet-archive-key'

export const keptKey = (): string | null => sessionStorage.getItem(KEY)
export const keepKey = (key: string): void => sessionStorage.setItem(KEY, key)

const base = ownAddress()

/** Asks the archive, with the key of this tab. @throws Refused for anything but a success. */
export const ask = (method: string, path: string, sent: Sent = {}): Promise<Response> =>
  request(method, new URL(path, base), { ...sent, key: keptKey() ?? undefined })

export const call = async <T>(method: string, path: string, sent: Sent = {}): Promise<T> =>
  jsonOf<T>(await ask(method, path, sent))

/** A part of an address. */
export const part = encodeURIComponent

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
