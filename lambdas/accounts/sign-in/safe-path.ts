const LENGTH_MAX = 2_000
/** Maximum layers of percent-encoding. */
const LAYERS_MAX = 3
const PLACEHOLDER_ORIGIN = 'https://nowhere.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const FORBIDDEN = /[\\\u0000-\u001f\u007f-\u009f]/

const isPlain = (path: string): boolean => path.startsWith('/') && !path.startsWith('//') && !FORBIDDEN.test(path)

const decodeLayer = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const isPlainAtEveryLayer = (text: string): boolean => {
  let layer: string | undefined = text
  for (let count = 0; count <= LAYERS_MAX; count++) {
    if (layer === undefined || !isPlain(layer)) return false
    const inner = decodeLayer(layer)
    if (inner === layer) return true
    layer = inner
  }
  return false
}

/**
 * Returns a path on this host, as a browser resolves it. Returns undefined for another host (`//host`, `/\host`,
 * `https:`), for a path that leads to another host when dots or escapes are resolved, and for control characters.
 */
export const safePath = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > LENGTH_MAX || !isPlainAtEveryLayer(text)) return undefined
  const url = URL.parse(text, PLACEHOLDER_ORIGIN)
  if (url?.origin !== PLACEHOLDER_ORIGIN) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  return isPlainAtEveryLayer(path) ? path : undefined
}
