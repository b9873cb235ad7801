import { Buffer } from 'node:buffer'
import { type PartitionRows, pagesOf, type TableDeps } from '@signet/kernel'

/** A file of an export. */
export interface ExportFile {
  /** Its path in the ZIP, below the name of the service. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** Bytes of a file of records, after which another begins. */
const FILE_BYTES = 8_000_000

/** How rows are found and end: members that no person understands. */
const KEYS: ReadonlySet<string> = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'ttl'])

/** Rows of a partition as records: without keys, and without the members in `hidden`, such as digests. */
export async function* recordsOf(
  deps: Pick<TableDeps, 'db' | 'table'>,
  rows: PartitionRows,
  hidden: readonly string[] = [],
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const page of pagesOf(deps, rows))
    for (const row of page)
      yield Object.fromEntries(Object.entries(row).filter(([name]) => !KEYS.has(name) && !hidden.includes(name)))
}

const pathOf = (name: string, number: number): string => `${name}${number === 1 ? '' : `-${number}`}.jsonl`

/** Records as lines of JSON, in files of some megabytes: `name.jsonl`, `name-2.jsonl` … None without a record. */
export async function* linesOf(
  name: string,
  records: AsyncIterable<object> | Iterable<object>,
): AsyncGenerator<ExportFile> {
  let lines: string[] = []
  let size: number = 0
  let number: number = 1
  for await (const record of records) {
    const line = `${JSON.stringify(record)}\n`
    lines.push(line)
    size += line.length
    if (size < FILE_BYTES) continue
    yield { path: pathOf(name, number++), bytes: Buffer.from(lines.join('')) }
    ;[lines, size] = [[], 0]
  }
  if (lines.length > 0) yield { path: pathOf(name, number), bytes: Buffer.from(lines.join('')) }
}
