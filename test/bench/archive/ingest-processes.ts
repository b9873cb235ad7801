import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openTable } from '../../support/table-world.ts'

/** A worker's report of an import. */
export interface ImportReport {
  readonly seen: number
  readonly seconds: number
  readonly rssMb: number
}

interface Import {
  readonly folder: string
  readonly path: string
  readonly withIndex: boolean
  /** Concurrent processes. */
  readonly workers?: number
}

/**
 * Imports a file by workers in separate processes, with the table behind HTTP and a folder as the bucket. Reports the
 * slowest and largest worker.
 */
export const measureImport = async ({ folder, path, withIndex, workers = 1 }: Import): Promise<ImportReport> => {
  const world = await openTable()
  const file = join(import.meta.dirname, 'ingest-worker.ts')
  const args = [world.aws.endpoint, folder, path, String(withIndex)]
  const runs = Array.from({ length: workers }, async () => {
    const child = fork(file, args, { execArgv: ['--max-old-space-size=160', '--max-semi-space-size=8'] })
    const [[result]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
    return result as ImportReport
  })
  const results = await Promise.all(runs)
  await world.close()
  const maxOf = (valueOfReport: (report: ImportReport) => number) => Math.max(...results.map(valueOfReport))
  return {
    seen: maxOf(({ seen }) => seen),
    seconds: maxOf((report) => report.seconds),
    rssMb: maxOf((report) => report.rssMb),
  }
}
