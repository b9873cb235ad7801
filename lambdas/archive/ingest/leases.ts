import { addMs, type Clock } from '@signet/kernel'

/** Seconds without a heartbeat after which a worker counts as dead. */
export const LEASE_SECONDS = 60

/** Number of claims without progress after which the work is abandoned. */
const ATTEMPTS_MAX = 8

export interface LeasedRow {
  readonly standing: 'open' | 'ended'
  readonly due: string
  readonly lease?: string | undefined
  readonly tries?: number | undefined
  readonly revision: number
}

interface LeasedWrites<Row> {
  /** Returns false if the stored row does not have the expected members. */
  replace(before: Row, after: Row, expected: Partial<Row>): Promise<boolean>
  /** Extends the lease regardless of concurrent writes. Returns false if another worker has it. */
  putOff(row: Row, due: string): Promise<boolean>
}

/** Leases of work. Every write of a worker is conditional on its lease. */
export interface Leases<Row> {
  until(): string
  isHeld(row: Row): boolean
  /** Returns the changed row; undefined if the stored row differs from the one that was read. */
  changed(before: Row, after: Row, expected?: Partial<Row>): Promise<Row | undefined>
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
  /** Changes the row for its holder. Returns the new row; undefined if another worker has the work. */
  checkpoint(row: Row, change: Partial<Row>): Promise<Row | undefined>
  release(row: Row): Promise<boolean>
  /** Revokes the lease. The holder notices at its next write; until then no other worker can claim the work. */
  takenAway(row: Row): Pick<LeasedRow, 'lease' | 'due'>
}

/** An hour of leases of a minute. */
const DOUBLINGS_MAX = 6

const triesOf = ({ tries = 0 }: Pick<LeasedRow, 'tries'>): number => tries

export const hasNoAttemptsLeft = (row: Pick<LeasedRow, 'tries'>): boolean => triesOf(row) > ATTEMPTS_MAX

export const leases = <Row extends LeasedRow>(writes: LeasedWrites<Row>, now: Clock): Leases<Row> => {
  const until = (leases = 1) => addMs(now(), leases * LEASE_SECONDS * 1000).toISOString()
  const isHeld = ({ lease, due }: Row) => lease !== undefined && due > now().toISOString()
  const changed: Leases<Row>['changed'] = async (before, after, expected = {}) => {
    const written: Row = { ...after, revision: before.revision + 1 }
    return (await writes.replace(before, written, { ...expected, revision: before.revision } as Partial<Row>))
      ? written
      : undefined
  }
  return {
    until,
    isHeld,
    changed,
    claim: async (row, lease) =>
      row.standing === 'open' && !isHeld(row)
        ? changed(row, { ...row, lease, due: until(), tries: triesOf(row) + 1 }, { due: row.due } as Partial<Row>)
        : undefined,
    renew: (row) => writes.putOff(row, until()),
    postpone: (row) => writes.putOff(row, until(2 ** Math.min(DOUBLINGS_MAX, Math.max(0, triesOf(row) - 1)))),
    pause: async (row, until) =>
      (await changed(row, { ...row, due: until.toISOString(), tries: Math.max(0, triesOf(row) - 1) }, {
        lease: row.lease,
      } as Partial<Row>)) !== undefined,
    checkpoint: async (row, change) =>
      row.lease ? changed(row, { ...row, ...change, due: until() }, { lease: row.lease } as Partial<Row>) : undefined,
    async release(row) {
      const { lease = '', ...rest } = row
      return (await changed(row, { ...rest, due: now().toISOString() } as Row, { lease } as Partial<Row>)) !== undefined
    },
    takenAway: (row) => (isHeld(row) ? { lease: 'deletion', due: until() } : { due: until() }),
  }
}
