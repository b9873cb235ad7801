/** Returns the URL of an image at this origin, because the content security policy allows no other image source. */
export const imageAddress = (
  job: string,
  query: { readonly preset?: string; readonly format?: string; readonly quality?: number } = {},
): string => {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const text = new URLSearchParams(entries).toString()
  return `/_api/images/v2/assets/${encodeURIComponent(job)}${text === '' ? '' : `?${text}`}`
}
