import { Refused } from './refused.ts'

/** For this tab only: a key is not left behind in the browser. Without one the session speaks for the person. */
const KEY = 'signet-archive-key'

export const keptKey = (): string | null => sessionStorage.getItem(KEY)
export const keepKey = (key: string): void => sessionStorage.setItem(KEY, key)

/** The page is served beside the API, whatever stands before both in the address. */
const base = `${location.origin}${location.pathname.replace(/\/?$/, '/')}`

/** What goes with a request. A body that is no text is sent as JSON. */
export interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object | Blob
  readonly accept?: string
}

/** Asks the archive. @throws Refused for anything but a success. */
export const ask = async (method: string, path: string, { query = {}, body, accept }: Sent = {}): Promise<Response> => {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const key = keptKey()
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accept ? { accept } : {}),
    },
    ...(body ? { body: body instanceof Blob ? body : JSON.stringify(body) } : {}),
  })
  if (response.ok) return response
  const answer = await response.json().catch(() => undefined)
  const message = answer?.error ?? `The archive answered ${response.status}`
  throw new Refused(response.status, message, response.headers.get('retry-after'))
}

export const call = async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
  const response = await ask(method, path, sent)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** A part of an address. */
export const part = encodeURIComponent

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
