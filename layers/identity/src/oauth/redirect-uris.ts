/** Loopback addresses of the user's machine. Their spellings are not interchangeable (RFC 8252 7.3). */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:[/?]|$)/

/** Schemes of well-known programs. Any program could claim another scheme. */
const PROGRAM_SCHEMES = ['cursor:', 'vscode:', 'vscode-insiders:']

const REDIRECTS_MAX = 10
const LENGTH_MAX = 500

/**
 * Returns whether the URI leads to a program on the user's machine. Any other program on that machine could also
 * receive the response.
 */
export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri) && URL.canParse(uri)

export const isHttps = (uri: string): boolean => URL.parse(uri)?.protocol === 'https:'

/**
 * Matches a website as browsers display it: URL parsers also accept `https:evil.example` and hosts that end a CSP
 * directive.
 */
const WEBSITE = /^https:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?]|$)/i

/** Visible ASCII without characters that browsers and programs interpret differently. */
const PLAIN = /^[!-~]+$/
const AMBIGUOUS = /[\\#"<>^`{|}]/

/**
 * Returns whether a client may register the URI: https, http on loopback, or the scheme of a known program. No fragment
 * (RFC 6749 3.1.2), no user, no `javascript:`, `data:` or `file:`.
 */
const isRedirectUri = (uri: string): boolean => {
  if (uri.length > LENGTH_MAX || !PLAIN.test(uri) || AMBIGUOUS.test(uri)) return false
  const url = URL.parse(uri)
  if (!url || url.username || url.password) return false
  if (PROGRAM_SCHEMES.includes(url.protocol)) return true
  if (url.hostname === '') return false
  return WEBSITE.test(uri) || isLoopback(uri)
}

/** Returns the usable redirect URIs of a client, at most ten. An unusable one does not invalidate the client. */
export const usableRedirects = (uris: readonly string[]): readonly string[] =>
  [...new Set(uris)].filter(isRedirectUri).slice(0, REDIRECTS_MAX)

const withoutLoopbackPort = (uri: string): string => {
  if (!isLoopback(uri)) return uri
  return uri.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+)):\d+/, '$1')
}

/**
 * Returns whether a request may use the URI: it must equal a registered one. On loopback the port may differ, because
 * programs use any free port (OAuth 2.1 2.3.1, RFC 8252 7.3).
 */
export const matchesRedirect = (registered: readonly string[], requestedUri: string): boolean =>
  isRedirectUri(requestedUri) &&
  registered.some((uri) => uri === requestedUri || withoutLoopbackPort(uri) === withoutLoopbackPort(requestedUri))

export const redirectWith = (uri: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const entries = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(entries)}`
}

export const redirectHostOf = (uri: string): string => {
  const url = URL.parse(uri)
  if (!url) return uri
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : `the program of ${url.protocol}//`
}
