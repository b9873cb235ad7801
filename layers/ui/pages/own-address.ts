/**
 * Returns scheme, host and port of the URL that the client used. An invalid URL has no origin, so no page matches it.
 */
export const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? 'none'

/** Returns a path of the service as clients reach it. Without a custom domain, the stage is part of the path. */
export const pathAt = (baseUrl: string, path: string): string =>
  `${(URL.parse(baseUrl)?.pathname ?? '').replace(/\/$/, '')}${path}`

export const loginPath = (query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '/login' : `/login?${search}`
}
