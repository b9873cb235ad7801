import type { Records } from './records.ts'

/** Duration of a worker's lease, longer than its function may run ($timeoutSeconds seconds). */
export const LEASE_MS = $leaseMs
/** Retention of completed IDs. Senders retry for at most three days. */
const RETENTION_MS = 259_200_000

interface WorkRecord {
  readonly state: 'working' | 'done'
  readonly until: number
}

/** Another worker has leased the ID. The message is retried later. */
export class Busy extends Error {
  constructor(id: string) {
    super(`${id} is in progress`)
    this.name = 'Busy'
  }
}

/**
 * Runs the work of an ID once, despite repeated and concurrent calls. When a worker crashes, its lease ends and the
 * next worker runs the work again, so the work must tolerate a repetition after a crash.
 * @returns false if the work was already done.
 * @throws Busy while another worker has the lease.
 */
export const once = async (
  records: Records,
  id: string,
  now: () => number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const lease: WorkRecord = { state: 'working', until: now() + LEASE_MS }
  let version = 1
  if (!(await records.insert('once', id, lease, now() + RETENTION_MS))) {
    const row = await records.get<WorkRecord>('once', id)
    if (row?.value.state === 'done') return false
    if (row === undefined || row.value.until > now()) throw new Busy(id)
    if (!(await records.replace('once', id, lease, row.version, now() + RETENTION_MS))) throw new Busy(id)
    version = row.version + 1
  }
  try {
    await work()
  } catch (error) {
    // Refused if another worker took over. Its record is kept.
    await records.remove('once', id, version)
    throw error
  }
  const done: WorkRecord = { state: 'done', until: 0 }
  // Refused if the lease ended before the work and another worker took over. The error reports a possible duplicate
  // effect.
  if (!(await records.replace('once', id, done, version, now() + RETENTION_MS))) throw new Busy(id)
  return true
}
