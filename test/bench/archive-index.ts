import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Progress, Row } from './measure.ts'

const WINDOWS = 100_000

/** MiniSearch stores everything in memory as objects, so it gets fewer windows. */
const MINISEARCH_WINDOWS = 20_000

const P50_MS = 25
const INDEX_SHARE = 0.6

interface EngineFigures {
  /** Median CPU milliseconds of a search. */
  readonly p50: number
  readonly buildMs: number
  readonly bytes: number
  readonly characters: number
  readonly windows: number
  readonly rssMb: number
}

const measureEngine = (engine: string, windows: number): EngineFigures =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'archive/child.ts'), engine, String(windows)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as EngineFigures

const rivalRow = (name: string, windows: number, ours: EngineFigures, rival: EngineFigures): Row => ({
  bench: `archive: search of ${windows} windows, p50 of CPU; rival ${name}`,
  ours: ours.p50,
  rival: rival.p50,
  unit: 'ms',
  ratio: ours.p50 / rival.p50,
  note: `built in ${(ours.buildMs / 1000).toFixed(0)} and ${(rival.buildMs / 1000).toFixed(0)} s, RSS ${ours.rssMb.toFixed(0)} and ${rival.rssMb.toFixed(0)} MB`,
})

/** Compares the archive's segment index with FTS5, MiniSearch and its bounds. */
export const archiveIndexBench = async (progress: Progress): Promise<Row[]> => {
  const measure = (engine: string, windows: number): EngineFigures => {
    progress(`archive ${engine} ${windows}`)
    return measureEngine(engine, windows)
  }
  const ours = measure('segments', WINDOWS)
  const fts5 = measure('fts5', WINDOWS)
  const oursSmall = measure('segments', MINISEARCH_WINDOWS)
  const minisearch = measure('minisearch', MINISEARCH_WINDOWS)
  const share = ours.bytes / ours.characters
  return [
    {
      bench: `archive: search of ${WINDOWS} windows, p50 of CPU, against its bound`,
      ours: ours.p50,
      rival: P50_MS,
      unit: 'ms',
      ratio: ours.p50 / P50_MS,
      budget: { atMost: 1 },
    },
    {
      bench: 'archive: index with its texts against the text',
      ours: ours.bytes / 1e6,
      rival: ours.characters / 1e6,
      unit: 'MB',
      ratio: share,
      budget: { atMost: INDEX_SHARE },
      note: `FTS5 ${(fts5.bytes / fts5.characters).toFixed(2)}`,
    },
    rivalRow('FTS5', WINDOWS, ours, fts5),
    rivalRow('MiniSearch', MINISEARCH_WINDOWS, oursSmall, minisearch),
  ]
}
