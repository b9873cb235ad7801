const LENGTH_MAX = 2_000
const LAYERS_MAX = 3
const NOWHERE = 'https://nowhere.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\\\u0000-\u001f\u007f-\u009f]/

const isPlain = (path: string): boolean => path.startsWith('/') && !path.startsWith('//') && !FORBIDDEN.test(path)

const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const isPlainThroughout = (text: string): boolean => {
  let layer: string | undefined = text
  for (let count = 0; count <= LAYERS_MAX; count++) {
    if (layer === undefined || !isPlain(layer)) return false
    const inner = unescaped(layer)
    if (inner === layer) return true
    layer = inner
  }
  return false
}

/**
 * Returns a path on this host, as a browser resolves it. Returns undefined for another host (`//host`, `/\host`,
 * `https:`), a path that becomes one when dots or escapes are resolved, and control characters.
 */
export const safePath = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length > LENGTH_MAX || !isPlainThroughout(text)) return undefined
  const url = URL.parse(text, NOWHERE)
  if (url?.origin !== NOWHERE) return undefined
  const path = `${url.pathname}${url.search}${url.hash}`
  return isPlainThroughout(path) ? path : undefined
}
