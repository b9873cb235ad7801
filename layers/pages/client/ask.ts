import { Refused } from './refused.ts'

/** The method, headers and body of a request. */
export interface Sent {
  readonly query?: Readonly<Record<string, string>>
  /** Sent as it is where it is a Blob, else as JSON. */
  readonly body?: object | Blob | undefined
  readonly accept?: string
  /** Without a key the browser's session speaks for the person. */
  readonly key?: string | undefined
}

/** The page is served beside the API, so this is its address without the last part; ends in a slash. */
export const ownAddress = (): string => `${location.origin}${location.pathname.replace(/\/?$/, '/')}`

/** Asks the service at an address. @throws Refused for anything but a success. */
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

/** The JSON of an answer; undefined where it has none. */
export const jsonOf = async <T>(response: Response): Promise<T> =>
  (response.status === 204 ? undefined : await response.json()) as T
