import { addMs, type Clock } from '@signet/kernel'

/** Seconds after which a worker that gives no sign counts as dead. */
export const LEASE_SECONDS = 60

/** Work that one worker has at a time. */
export interface LeasedRow {
  readonly standing: 'open' | 'ended'
  /** Until then whoever has the lease counts as alive. */
  readonly due: string
  readonly lease?: string | undefined
  /** Grows with every checkpoint. */
  readonly revision: number
}

/** How rows of one kind are written. */
interface LeasedWrites<Row> {
  /** false: the row there does not hold what is expected. */
  replace(before: Row, after: Row, expected: Partial<Row>): Promise<boolean>
  /** Puts off when the lease is over, whatever else is written meanwhile. false: another has it. */
  putOff(row: Row, due: string): Promise<boolean>
}

/** Leases of work: every write of a worker is on condition that it still holds its own. */
export interface Leases<Row> {
  /** When a lease is over that is taken now. */
  until(): string
  isHeld(row: Row): boolean
  /** The row as it is then; undefined: it is not the one that was read. */
  changed(before: Row, after: Row, expected?: Partial<Row>): Promise<Row | undefined>
  /** Takes the work for one worker; undefined: another has it, or nothing is to be done. */
  claim(row: Row, lease: string): Promise<Row | undefined>
  /** Tells that the worker lives. false: another has the work by now. */
  renew(row: Row): Promise<boolean>
  /** Changes the row of the worker that has it. The row as it is then; undefined: another has the work by now. */
  checkpoint(row: Row, change: Partial<Row>): Promise<Row | undefined>
  /** Gives the work back before it is done. */
  release(row: Row): Promise<boolean>
  /** Takes the lease away: whoever has it finds so at its next write, and until then nobody else gets it. */
  takenAway(row: Row): Pick<LeasedRow, 'lease' | 'due'>
}

/** Leases over rows of one kind. */
export const leases = <Row extends LeasedRow>(writes: LeasedWrites<Row>, now: Clock): Leases<Row> => {
  const until = () => addMs(now(), LEASE_SECONDS * 1000).toISOString()
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
        ? changed(row, { ...row, lease, due: until() }, { due: row.due } as Partial<Row>)
        : undefined,
    renew: (row) => writes.putOff(row, until()),
    checkpoint: async (row, change) =>
      row.lease ? changed(row, { ...row, ...change, due: until() }, { lease: row.lease } as Partial<Row>) : undefined,
    async release(row) {
      const { lease = '', ...rest } = row
      return (await changed(row, { ...rest, due: now().toISOString() } as Row, { lease } as Partial<Row>)) !== undefined
    },
    takenAway: (row) => (isHeld(row) ? { lease: 'deletion', due: until() } : { due: until() }),
  }
}
