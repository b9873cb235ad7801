import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Progress, Row } from './measure.ts'

const WINDOWS = 100_000

/** MiniSearch stores everything in memory as objects, so it gets fewer windows. */
const FEWER = 20_000

const P50_MS = 25
const INDEX_SHARE = 0.6

interface Figures {
  /** Milliseconds of CPU. */
  readonly p50: number
  readonly buildMs: number
  readonly bytes: number
  readonly characters: number
  readonly windows: number
  readonly rssMb: number
}

const measured = (engine: string, windows: number): Figures =>
  JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'archive/child.ts'), engine, String(windows)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Figures

const against = (name: string, windows: number, ours: Figures, rival: Figures): Row => ({
  bench: `archive: search of ${windows} windows, p50 of CPU; rival ${name}`,
  ours: ours.p50,
  rival: rival.p50,
  unit: 'ms',
  ratio: ours.p50 / rival.p50,
  note: `built in ${(ours.buildMs / 1000).toFixed(0)} and ${(rival.buildMs / 1000).toFixed(0)} s, RSS ${ours.rssMb.toFixed(0)} and ${rival.rssMb.toFixed(0)} MB`,
})

/** Compares the archive's index of segments with FTS5, MiniSearch and its bounds. */
export const archiveIndexBench = async (progress: Progress): Promise<Row[]> => {
  const of = (engine: string, windows: number): Figures => {
    progress(`archive ${engine} ${windows}`)
    return measured(engine, windows)
  }
  const ours = of('segments', WINDOWS)
  const fts5 = of('fts5', WINDOWS)
  const few = of('segments', FEWER)
  const minisearch = of('minisearch', FEWER)
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
    against('FTS5', WINDOWS, ours, fts5),
    against('MiniSearch', FEWER, few, minisearch),
  ]
}
