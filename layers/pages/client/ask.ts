import { Refused } from './refused.ts'

/** The method, headers and body of a request. */
export interface Sent {
  readonly query?: Readonly<Record<string, string>>
  /** A Blob is sent unchanged, anything else as JSON. */
  readonly body?: object | Blob | undefined
  readonly accept?: string
  /** Without a key the browser's session authenticates the person. */
  readonly key?: string | undefined
}

/** The page is served beside the API, so this is its address without the last part; ends in a slash. */
export const ownAddress = (): string => `${location.origin}${location.pathname.replace(/\/?$/, '/')}`

/** Calls the service at an address. @throws Refused for every status but success. */
export const ask = async (
  method: string,
  url: URL,
  { query = {}, body, accept, key }: Sent = {},
): Promise<Response> => {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(accept ? { accept } : {}),
    },
    ...(body ? { body: body instanceof Blob ? body : JSON.stringify(body) } : {}),
  })
  if (response.ok) return response
  const answer = await response.json().catch(() => undefined)
  const message = answer?.error ?? `The service answered ${response.status}`
  throw new Refused(response.status, message, response.headers.get('retry-after'))
}

/** The JSON of an answer; undefined for 204. */
export const jsonOf = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T
