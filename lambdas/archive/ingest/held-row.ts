import { LeaseLost } from './import-failure.ts'
import type { LeasedRow, Leases } from './leases.ts'

/** Between two signs of life; three of them may fail. */
const BEAT_MS = 15_000

/** Work that this worker has, and its row as it last wrote it. */
export interface HeldRow<Row> {
  readonly row: Row
  /** Writes a change. @throws LeaseLost when another has the work by now. */
  save(change: Partial<Row>): Promise<Row>
  /** Ends it by a write that tells whether the lease still stood. @throws LeaseLost as above. */
  end(write: (row: Row) => Promise<boolean>): Promise<void>
}

/** Works on what was claimed and shows signs of life meanwhile. */
export const holding = async <Row extends LeasedRow & { readonly upload: string }>(
  rows: Pick<Leases<Row>, 'checkpoint' | 'renew'>,
  claimed: Row,
  work: (held: HeldRow<Row>) => Promise<void>,
): Promise<void> => {
  let row = claimed
  const lost = () => new LeaseLost(`Another worker has the import ${row.upload}`)
  const held: HeldRow<Row> = {
    get row() {
      return row
    },
    async save(change) {
      const saved = await rows.checkpoint(row, change)
      if (!saved) throw lost()
      row = saved
      return saved
    },
    async end(write) {
      if (!(await write(row))) throw lost()
    },
  }
  // A beat that fails is followed by others; that the work is lost is told by the next write.
  const beat = setInterval(() => void rows.renew(row).catch(() => undefined), BEAT_MS)
  try {
    await work(held)
  } finally {
    clearInterval(beat)
  }
}
