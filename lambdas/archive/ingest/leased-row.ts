import { LeaseLost } from './import-failure.ts'
import type { LeasedRow, Leases } from './leases.ts'

/** Time between two heartbeats. Three of them may fail. */
const BEAT_MS = 15_000

export interface LeasedWork<Row> {
  readonly row: Row
  /**
   * Writes a change.
   * @throws LeaseLost if another worker has the work
   */
  save(change: Partial<Row>): Promise<Row>
  /**
   * Ends the work by a conditional write.
   * @throws LeaseLost as above
   */
  end(write: (row: Row) => Promise<boolean>): Promise<void>
}

export const holdLease = async <Row extends LeasedRow & { readonly upload: string }>(
  rows: Pick<Leases<Row>, 'checkpoint' | 'renew'>,
  claimed: Row,
  work: (lease: LeasedWork<Row>) => Promise<void>,
): Promise<void> => {
  let row = claimed
  const leaseLost = () => new LeaseLost(`Another worker has the import ${row.upload}`)
  const lease: LeasedWork<Row> = {
    get row() {
      return row
    },
    async save(change) {
      const saved = await rows.checkpoint(row, change)
      if (!saved) throw leaseLost()
      row = saved
      return saved
    },
    async end(write) {
      if (!(await write(row))) throw leaseLost()
    },
  }
  // A failed heartbeat is followed by others. If the work is lost, the next write reports it.
  const beat = setInterval(() => void rows.renew(row).catch(() => undefined), BEAT_MS)
  try {
    await work(lease)
  } finally {
    clearInterval(beat)
  }
}
