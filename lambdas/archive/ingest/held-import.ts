import type { ImportEnd } from './import-ends.ts'
import { LeaseLost } from './import-failure.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestRow } from './ingest-table.ts'

/** Between two signs of life; three of them may fail. */
const BEAT_MS = 15_000

/** An import that this worker has, and its row as it last wrote it. */
export interface HeldImport {
  readonly row: IngestRow
  /** Writes a change. @throws LeaseLost when another has the import by now. */
  save(change: Partial<IngestRow>): Promise<IngestRow>
  /** Ends it, and tells of it. @throws LeaseLost as above. */
  end(end: ImportEnd): Promise<void>
}

/** Works on a claimed import and shows signs of life meanwhile. */
export const holding = async (
  { imports, ends }: Pick<IngestDeps, 'imports' | 'ends'>,
  claimed: IngestRow,
  work: (held: HeldImport) => Promise<void>,
): Promise<void> => {
  let row = claimed
  const held: HeldImport = {
    get row() {
      return row
    },
    async save(change) {
      const saved = await imports.checkpoint(row, change)
      if (!saved) throw new LeaseLost(`Another worker has the import ${row.upload}`)
      row = saved
      return saved
    },
    async end(end) {
      if (!(await ends.end(row, end))) throw new LeaseLost(`Another worker has the import ${row.upload}`)
    },
  }
  // A beat that fails is followed by others; that the import is lost is told by the next write.
  const beat = setInterval(() => void imports.renew(row).catch(() => undefined), BEAT_MS)
  try {
    await work(held)
  } finally {
    clearInterval(beat)
  }
}
