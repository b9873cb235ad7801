/**
 * Scheme, host and port of the address that the client used. An invalid address has no origin, so no page matches it.
 */
export const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? 'none'

/** One of our paths as the client reaches it. Without a domain before the gateway, the stage is part of the path. */
export const pathAt = (baseUrl: string, path: string): string =>
  `${(URL.parse(baseUrl)?.pathname ?? '').replace(/\/$/, '')}${path}`

export const loginPath = (query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '/login' : `/login?${search}`
}
