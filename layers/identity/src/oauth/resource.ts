/**
 * Returns the canonical URL of a service: scheme and host in lower case, no default port, no trailing slash. Undefined
 * if it has a query, a fragment or a user (RFC 8707 2).
 */
export const canonicalResource = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username || url.password || /[?#]/.test(text)) return undefined
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}
