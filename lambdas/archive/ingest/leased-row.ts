import { LeaseLostError } from './import-failure.ts'
import type { LeasedRow, Leases } from './leases.ts'

/** Time between two heartbeats: a quarter of a lease. */
const HEARTBEAT_MS = 15_000

export interface LeasedWork<Row> {
  readonly row: Row
  /**
   * Writes a change.
   * @throws LeaseLostError if another worker has the work
   */
  save(change: Partial<Row>): Promise<Row>
  /**
   * Ends the work by a conditional write.
   * @throws LeaseLostError as above
   */
  end(write: (row: Row) => Promise<boolean>): Promise<void>
}

/** Does the work of a claimed row, and renews its lease until the work ends. */
export const holdLease = async <Row extends LeasedRow & { readonly upload: string }>(
  rows: Pick<Leases<Row>, 'checkpoint' | 'renew'>,
  claimed: Row,
  work: (lease: LeasedWork<Row>) => Promise<void>,
): Promise<void> => {
  let row = claimed
  const leaseLost = () => new LeaseLostError(`Another worker has the import ${row.upload}`)
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
  // A failed heartbeat is followed by others. If another worker has the work, the next write reports it.
  const heartbeat = setInterval(() => void rows.renew(row).catch(() => undefined), HEARTBEAT_MS)
  try {
    await work(lease)
  } finally {
    clearInterval(heartbeat)
  }
}
