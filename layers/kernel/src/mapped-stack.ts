import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLE_POSITION = /(file:\/\/\/[^\s()]+?\.mjs):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | undefined>()

const mapOf = (bundle: string): SourceMap | undefined => {
  if (!maps.has(bundle)) {
    let map: SourceMap | undefined
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(bundle)}.map`, 'utf8')))
    } catch {
      // Without a source map, the position in the bundle is used.
    }
    maps.set(bundle, map)
  }
  return maps.get(bundle)
}

/**
 * Replaces positions in bundles by positions in the sources. Maps are read at the first error that needs them. Node's
 * own `--enable-source-maps` reads every map when its bundle loads, which took a sixth of the time until the first answer
 * (docs/adr/0022).
 */
export const mappedStack = (stack: string): string =>
  stack.replace(BUNDLE_POSITION, (position, bundle: string, line: string, column: string) => {
    const entry = mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return position
    return `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
