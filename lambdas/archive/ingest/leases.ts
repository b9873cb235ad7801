import { addMs, type Clock } from '@signet/kernel'

/** Seconds without a heartbeat after which a worker counts as dead. */
export const LEASE_SECONDS = 60

/** Number of claims without progress after which the work is abandoned. */
const ATTEMPTS_MAX = 8

export interface LeasedRow {
  readonly standing: 'open' | 'ended'
  /** End of the lease, or of the delay before the next attempt. */
  readonly due: string
  readonly lease?: string | undefined
  /** Number of claims since the last progress. */
  readonly tries?: number | undefined
  readonly revision: number
}

interface LeasedWrites<Row> {
  /** Returns false if the stored row does not have the expected values. */
  replace(before: Row, after: Row, expected: Partial<Row>): Promise<boolean>
  /** Writes the end of the lease or delay, regardless of other changes. Returns false if another worker has the lease. */
  setDue(row: Row, due: string): Promise<boolean>
}

/** Leases of work. Every write of a worker is conditional on its lease. */
export interface Leases<Row> {
  leaseEnd(): string
  isHeld(row: Row): boolean
  /** Writes the row if the stored row is unchanged. Returns the written row; undefined if the stored row has changed. */
  replaceUnchanged(before: Row, after: Row, expected?: Partial<Row>): Promise<Row | undefined>
  /** Claims the work for one worker; undefined if another has it, or no work is left. */
  claim(row: Row, lease: string): Promise<Row | undefined>
  renew(row: Row): Promise<boolean>
  /**
   * Postpones the next attempt, doubling the delay each time from a minute to an hour. Returns false if another worker
   * has the work.
   */
  postpone(row: Row): Promise<boolean>
  /**
   * Postpones the next attempt until a time; this attempt does not count. Returns false if another worker has the work.
   */
  pause(row: Row, until: Date): Promise<boolean>
  /** Writes a change of the worker that has the lease. Returns the new row; undefined if another worker has the work. */
  checkpoint(row: Row, change: Partial<Row>): Promise<Row | undefined>
  release(row: Row): Promise<boolean>
  /** Returns the members that revoke the lease. Its worker stops at its next write; until then no other can claim the work. */
  revokedLease(row: Row): Pick<LeasedRow, 'lease' | 'due'>
}

/** Limits the delay to 2^6 leases: about an hour. */
const DOUBLINGS_MAX = 6

const triesOf = ({ tries = 0 }: Pick<LeasedRow, 'tries'>): number => tries

export const hasNoAttemptsLeft = (row: Pick<LeasedRow, 'tries'>): boolean => triesOf(row) > ATTEMPTS_MAX

export const leases = <Row extends LeasedRow>(writes: LeasedWrites<Row>, now: Clock): Leases<Row> => {
  const leaseEnd = (leaseCount = 1) => addMs(now(), leaseCount * LEASE_SECONDS * 1000).toISOString()
  const isHeld = ({ lease, due }: Row) => lease !== undefined && due > now().toISOString()
  const replaceUnchanged: Leases<Row>['replaceUnchanged'] = async (before, after, expected = {}) => {
    const written: Row = { ...after, revision: before.revision + 1 }
    return (await writes.replace(before, written, { ...expected, revision: before.revision } as Partial<Row>))
      ? written
      : undefined
  }
  return {
    leaseEnd,
    isHeld,
    replaceUnchanged,
    claim: async (row, lease) =>
      row.standing === 'open' && !isHeld(row)
        ? replaceUnchanged(row, { ...row, lease, due: leaseEnd(), tries: triesOf(row) + 1 }, {
            due: row.due,
          } as Partial<Row>)
        : undefined,
    renew: (row) => writes.setDue(row, leaseEnd()),
    postpone: (row) => writes.setDue(row, leaseEnd(2 ** Math.min(DOUBLINGS_MAX, Math.max(0, triesOf(row) - 1)))),
    pause: async (row, until) =>
      (await replaceUnchanged(row, { ...row, due: until.toISOString(), tries: Math.max(0, triesOf(row) - 1) }, {
        lease: row.lease,
      } as Partial<Row>)) !== undefined,
    checkpoint: async (row, change) =>
      row.lease
        ? replaceUnchanged(row, { ...row, ...change, due: leaseEnd() }, { lease: row.lease } as Partial<Row>)
        : undefined,
    async release(row) {
      const { lease = '', ...unleasedRow } = row
      return (
        (await replaceUnchanged(
          row,
          { ...unleasedRow, due: now().toISOString() } as Row,
          { lease } as Partial<Row>,
        )) !== undefined
      )
    },
    // `deletion` is the lease of no worker.
    revokedLease: (row) => (isHeld(row) ? { lease: 'deletion', due: leaseEnd() } : { due: leaseEnd() }),
  }
}
