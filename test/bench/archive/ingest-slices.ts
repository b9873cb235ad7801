import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress, Row } from '../measure.ts'
import { writeExport } from './export-file.ts'
import { measureImport } from './ingest-processes.ts'

/** Six slices, the last one partial. */
const BYTES = 200_000_000

/**
 * Compares an import with its index by two workers and by one: the maximum gain of two cores with the table on the same
 * machine.
 */
export const archiveSlicesBench = async (progress: Progress): Promise<Row[]> => {
  const root = join(import.meta.dirname, '../../../.local/bench', `slices-${process.pid}`)
  await mkdir(root, { recursive: true })
  try {
    const path = join(root, 'export.json')
    await writeExport(path, BYTES)
    const importBy = async (workers: number) => {
      progress(`ingesting 200 MB by ${workers}`)
      const folder = join(root, String(workers))
      await mkdir(folder)
      return measureImport({ folder, path, withIndex: true, workers })
    }
    const byOneWorker = await importBy(1)
    const byTwoWorkers = await importBy(2)
    if (byOneWorker.seen !== byTwoWorkers.seen)
      throw new Error(`One worker read ${byOneWorker.seen} conversations, two ${byTwoWorkers.seen}`)
    const rate = (seconds: number) => BYTES / 1e6 / seconds
    return [
      {
        bench: 'ingest with index by two workers, 200 MB',
        ours: rate(byTwoWorkers.seconds),
        rival: rate(byOneWorker.seconds),
        unit: 'MB/s',
        ratio: byOneWorker.seconds / byTwoWorkers.seconds,
        budget: { atLeast: 1.4 },
        note: `rival: one worker; ${byTwoWorkers.seen} conversations, ${byTwoWorkers.rssMb.toFixed(0)} MB of RSS at most`,
      },
    ]
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
