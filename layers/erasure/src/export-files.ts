import { Buffer } from 'node:buffer'
import type { Item } from './owned-rows.ts'

export interface ExportFile {
  /** Path in the ZIP, below the name of the service. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Length of the text after which a new file starts. */
const FILE_LENGTH = 8_000_000

const KEYS: ReadonlySet<string> = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'ttl'])

export const recordOf = (row: Item, without: readonly string[] = []): Item =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !KEYS.has(name) && !without.includes(name)))

const pathOf = (name: string, number: number): string => `${name}${number === 1 ? '' : `-${number}`}.jsonl`

/**
 * Writes records as JSON Lines, in files of some megabytes: `name.jsonl`, `name-2.jsonl` … Writes no file without
 * records.
 */
export async function* linesOf(
  name: string,
  records: AsyncIterable<object> | Iterable<object>,
): AsyncGenerator<ExportFile> {
  let lines: string[] = []
  let size = 0
  let number = 1
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`
    lines.push(line)
    size += line.length
    if (size < FILE_LENGTH) continue
    yield { path: pathOf(name, number++), bytes: Buffer.from(lines.join('')) }
    lines = []
    size = 0
  }
  if (lines.length > 0) yield { path: pathOf(name, number), bytes: Buffer.from(lines.join('')) }
}
