import type { Records } from './records.ts'

/** How long one worker may take before another takes over: longer than its function may run, which is $timeoutSeconds seconds. */
export const LEASE_MS = $leaseMs
/** How long it is remembered that something is done. Senders repeat for three days at most. */
const KEPT_MS = 259_200_000

interface Mark {
  readonly state: 'working' | 'done'
  readonly until: number
}

/** Another worker has the id; the message is retried later. */
export class Busy extends Error {
  constructor(id: string) {
    super(`${id} is in progress`)
    this.name = 'Busy'
  }
}

/**
 * Does the work of an id once, however often and however many at a time it is asked for. A worker that dies leaves a lease,
 * after which the next one does it again: so the work itself must bear a repetition after a crash.
 * @returns false when it was done before.
 * @throws Busy while another works on it.
 */
export const once = async (
  records: Records,
  id: string,
  now: () => number,
  work: () => Promise<void>,
): Promise<boolean> => {
  const mark: Mark = { state: 'working', until: now() + LEASE_MS }
  let version = 1
  if (!(await records.insert('once', id, mark, now() + KEPT_MS))) {
    const row = await records.get<Mark>('once', id)
    if (row?.value.state === 'done') return false
    if (row === undefined || row.value.until > now()) throw new Busy(id)
    if (!(await records.replace('once', id, mark, row.version, now() + KEPT_MS))) throw new Busy(id)
    version = row.version + 1
  }
  try {
    await work()
  } catch (error) {
    // Refused when another worker took over: then its mark counts.
    await records.remove('once', id, version)
    throw error
  }
  const done: Mark = { state: 'done', until: 0 }
  // Refused: the lease ended before the work, and another worker took over. The caller learns that its effect was a duplicate.
  if (!(await records.replace('once', id, done, version, now() + KEPT_MS))) throw new Busy(id)
  return true
}
