import { isAscii } from 'node:buffer'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSplitter, detectRoot, HEAD_BYTES } from '@signet/chat-exports'
import { costOf, inPairs, type Progress, type Row } from '../measure.ts'
import { writeExport } from './export-file.ts'
import { measureImport } from './ingest-processes.ts'

const ROUNDS = 5
/** Below the 512 MiB that JSON.parse accepts. */
const PARSED_BYTES = 200_000_000
const INGESTED_BYTES = 1_100_000_000
const READ_BYTES = 1024 * 1024
/** Maximum memory of a worker, whatever the size of its export. */
const RSS_MAX_MB = 250

/** Reads the file in chunks and parses each conversation separately. */
const splitAndParse = async (path: string): Promise<number> => {
  const file = await open(path)
  try {
    const head = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const root = detectRoot(head.buffer)
    if (typeof root === 'string') throw new Error(`The export is ${root}`)
    const splitter = createSplitter(root)
    let count = 0
    for (let at = root.offset; ; ) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at)
      if (bytesRead === 0) return count
      for (const { raw } of splitter.push(buffer.subarray(0, bytesRead))) {
        // Decodes like `readItem`.
        if (raw && JSON.parse(raw.toString(isAscii(raw) ? 'latin1' : 'utf8')).mapping) count++
      }
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

const parseWhole = async (path: string): Promise<number> => JSON.parse(await readFile(path, 'utf8')).length

/**
 * Compares the archive's splitter with JSON.parse of the whole file, and measures the memory of a worker with a large
 * export.
 */
export const archiveIngestBench = async (progress: Progress): Promise<Row[]> => {
  const folder = join(import.meta.dirname, '../../../.local/bench', `archive-${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    progress('writing exports')
    const small = join(folder, 'small.json')
    const large = join(folder, 'large.json')
    await writeExport(small, PARSED_BYTES)
    const split = await inPairs(
      ROUNDS,
      () => costOf(() => splitAndParse(small)),
      () => costOf(() => parseWhole(small)),
      (text) => progress(`splitting ${text}`),
    )
    const rate = (ms: number) => PARSED_BYTES / 1e6 / (ms / 1000)
    await writeExport(large, INGESTED_BYTES)
    progress('ingesting 1.1 GB')
    const withIndex = process.env.WITH_INDEX === '1'
    const { seen, seconds, rssMb } = await measureImport({ folder, path: large, withIndex })
    const mb = (await stat(large)).size / 1e6
    return [
      {
        bench: 'split and parse, 200 MB',
        ours: rate(split.ours),
        rival: rate(split.rival),
        unit: 'MB/s',
        ratio: 1 / split.ratio,
        cpuRatio: 1 / split.cpuRatio,
        budget: { atLeast: 2 },
        note: 'rival: JSON.parse of the whole file',
      },
      {
        bench: withIndex ? 'ingest with index, 1.1 GB' : 'ingest, 1.1 GB',
        ours: rssMb,
        rival: RSS_MAX_MB,
        unit: 'MB of RSS at most',
        ratio: rssMb / RSS_MAX_MB,
        budget: { atMost: 1 },
        note: `${seen} conversations in ${seconds.toFixed(0)} s, ${(mb / seconds).toFixed(1)} MB/s; rival: the bound`,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
