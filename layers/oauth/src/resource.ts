/**
 * The one spelling of the address of a service: scheme and host in lower case, no default port, no slash at the end. Query,
 * fragment and user make it another thing (RFC 8707 2): undefined.
 */
export const canonicalResource = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.username || url.password || /[?#]/.test(text)) return undefined
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`
}
