/** Scheme, host and port of the address that the client used; what is no address has no pages. */
export const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? 'none'

/** A path of ours as the client reaches it: where no domain stands before the gateway, its stage is part of the path. */
export const pathAt = (baseUrl: string, path: string): string =>
  `${(URL.parse(baseUrl)?.pathname ?? '').replace(/\/$/, '')}${path}`

/** The sign-in page, with what has happened and where to go afterwards. */
export const loginPath = (query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? '/login' : `/login?${search}`
}
