import { type $EntityPeriod, periodsDue, readListed$Entities, report$Entities } from './$kebab/report-$kebabs.ts'
import type { Deps } from './ports.ts'
import { withRetries } from './retry/backoff.ts'

/** Duration of the lease of a run, longer than its function may run. */
const LEASE_MS = 600_000

interface Job {
  readonly doneUntil?: number
  /** Milliseconds since 1970 at which the lease ends. */
  readonly leaseUntil: number
}

const MAX_CHARACTERS = 5_000_000

const fetchList = async ({ from, until }: $EntityPeriod, deps: Deps) => {
  const { sleep, random } = deps
  return withRetries(
    async () => {
      const url = `${deps.setting('SOURCE_URL')}?from=${new Date(from).toISOString()}&until=${new Date(until).toISOString()}`
      const headers = { authorization: `Bearer ${await deps.secret('SOURCE_TOKEN')}` }
      const response = await deps.fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })
      // A redirect is refused, so that the token is not sent elsewhere. Workers only support "manual".
      if (!response.ok) throw new Error(`The source returned status ${response.status}`)
      const text = await response.text()
      if (text.length > MAX_CHARACTERS) throw new Error('The response of the source is too large')
      return readListed$Entities(JSON.parse(text))
    },
    { attempts: 3, sleep, random },
  )
}

/** Takes the lease, so that only one run is active. After a crash the job is blocked until the lease ends. */
const takeLease = async ({ records, now }: Deps): Promise<{ job: Job; version: number } | undefined> => {
  const row = await records.get<Job>('jobs', '$kebab-report')
  if (row !== undefined && row.value.leaseUntil > now()) return undefined
  const job: Job = { ...row?.value, leaseUntil: now() + LEASE_MS }
  const isTaken = row
    ? await records.replace('jobs', '$kebab-report', job, row.version)
    : await records.insert('jobs', '$kebab-report', job)
  return isTaken ? { job, version: (row?.version ?? 0) + 1 } : undefined
}

/** Reports every due period, oldest first. Each is stored before the next one, so a crash repeats at most one. */
export const schedule = async (deps: Deps): Promise<void> => {
  const lease = await takeLease(deps)
  if (lease === undefined) return deps.log({ event: 'run', outcome: 'another run is active' })
  let { version } = lease
  let { doneUntil } = lease.job
  const renewLease = async (leaseUntil: number): Promise<void> => {
    const job: Job = { ...(doneUntil === undefined ? {} : { doneUntil }), leaseUntil }
    if (!(await deps.records.replace('jobs', '$kebab-report', job, version))) throw new Error('The lease was lost')
    version += 1
  }
  try {
    for (const period of periodsDue(doneUntil, deps.now())) {
      const report = report$Entities(await fetchList(period, deps))
      // Not stored if a crashed run already stored a report of the period. The first report is kept.
      await deps.records.insert('$kebab-reports', new Date(period.from).toISOString(), report)
      doneUntil = period.until
      await renewLease(deps.now() + LEASE_MS)
      deps.log({ event: 'period', from: new Date(period.from).toISOString(), count: report.count })
    }
  } finally {
    await renewLease(0)
  }
}
