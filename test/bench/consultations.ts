import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress, Row } from './measure.ts'
import { type CpuOfThreads, type Served, serve } from './served.ts'

const root = join(import.meta.dirname, '../..')
/** Maximum of the 95th percentile of CPU milliseconds per consultation in the function threads. */
const BOUND_MS = 60
/** Requests per key: below the monthly quota of 50 scaffolds, which consultations use too. Those of the first key load and compile the functions. */
const REQUESTS = 48

const ROLES = ['cto', 'cfo', 'cmo', 'cpo', 'architect', 'ciso'] as const
const INTENTIONS = [
  'Receive Stripe webhooks and mark orders as paid',
  'Sync patients between two clinics each night',
  'Let an agent answer mails of guests and rebook rooms',
  'A command line that checks licenses of dependencies',
  'Export the books of a shop to its accountant each month',
]

/** Consults one role with a new question. */
const consultRole = async (stack: Served, key: string | undefined, nth: number): Promise<CpuOfThreads> => {
  const before = await stack.cpuOfThreads()
  const response = await fetch(`${stack.reported.platform}/api/agents/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      role: ROLES[nth % ROLES.length],
      intention: `${INTENTIONS[nth % INTENTIONS.length]}, number ${nth}`,
      context: { budget: 'a week', exposure: 'public', data_classes: ['pii'] },
      painSignals: ['an order was paid twice'],
      seed: nth,
    }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`A consultation returned ${response.status}: ${text.slice(0, 300)}`)
  const after = await stack.cpuOfThreads()
  return { threadsMs: after.threadsMs - before.threadsMs, otherThreadsMs: after.otherThreadsMs - before.otherThreadsMs }
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

/**
 * Measures `POST /api/agents/run` through the local runner: gateway, two functions in their threads, table and
 * signature. Requests have no idempotency key, so each one computes a new response.
 */
export const consultationsBench = async (progress: Progress): Promise<Row[]> => {
  const state = join(root, '.local', 'bench', `consultations-${process.pid}`)
  progress('starting')
  const stack = await serve('stack-server.ts', state)
  try {
    const costs: (CpuOfThreads & { readonly role: string | undefined })[] = []
    const { agencyKey, proKey, teamKey } = stack.reported
    for (const [keyIndex, key] of [agencyKey, proKey, teamKey].entries()) {
      for (let nth = 0; nth < REQUESTS; nth++) {
        progress(`consultations ${keyIndex * REQUESTS + nth}/${3 * REQUESTS}`)
        const cost = await consultRole(stack, key, nth)
        if (keyIndex > 0) costs.push({ role: ROLES[nth % ROLES.length], ...cost })
      }
    }
    const rowOf = (bench: string, matches: (role: string | undefined) => boolean): Row => {
      const rowCosts = costs.filter(({ role }) => matches(role))
      const ms = rowCosts.map(({ threadsMs }) => threadsMs)
      const p95 = percentile(ms, 0.95)
      const otherThreadsP95 = percentile(
        rowCosts.map(({ otherThreadsMs }) => otherThreadsMs),
        0.95,
      )
      return {
        bench,
        ours: p95,
        rival: BOUND_MS,
        unit: 'ms',
        ratio: p95 / BOUND_MS,
        budget: { atMost: 1 },
        note: `p50 ${percentile(ms, 0.5).toFixed(1)} ms, ${ms.length} requests; p95 with V8's own threads ${otherThreadsP95.toFixed(1)} ms`,
      }
    }
    return [
      rowOf('consultation of a role, p95 of CPU', (role) => role !== 'ciso'),
      // The ciso also reads the findings of the newest cto run.
      rowOf('consultation of the ciso, p95 of CPU', (role) => role === 'ciso'),
    ]
  } finally {
    await stack.stop()
    await rm(state, { recursive: true, force: true })
  }
}
