import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { endOf, ledgerProblems, memoryVerdict, openRows } from './verdict.ts'
import { type Memory, type WatchedStack, watchedStack } from './watched-stack.ts'
import { type AcceptedJob, runLoad, type Tally } from './workload.ts'

const help = `npm run soak [-- --minutes N] [-- --callers N]

Runs the local runner under mixed load: drafts, premium images, edits, deletions, anonymous requests, image downloads.
--minutes sets the duration (default 10), --callers the number of parallel callers (default 4). Functions are killed in
the meantime. At the end no job may be lost, the ledger must balance, and the memory of the process must be flat.
The exit status is 1 if a check fails.`

const SAMPLE_MS = 2_000
const REPORT_MS = 30_000
/** Longer than the visibility timeout of a message and the interval of the sweeper. */
const STEP_MS = 3 * 60_000
const STEPS_MAX = 20

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const sampleMemory = async (
  stack: WatchedStack,
  samples: Memory[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> => {
  const began = performance.now()
  let reported = 0
  while (!signal.aborted) {
    const sample = await stack.memory()
    samples.push(sample)
    const ms = performance.now() - began
    if (ms - reported >= REPORT_MS) {
      reported = ms
      const { rss, heapUsed, environments } = sample
      const { killed = 0 } = tally.counts
      console.log(
        `${(ms / 60_000).toFixed(1).padStart(5)} min  ${String(tally.jobs.length).padStart(5)} jobs  ${String(killed).padStart(4)} killed  rss ${megabytes(rss)}  heap ${megabytes(heapUsed)}  ${environments} environments`,
      )
    }
    await sleep(SAMPLE_MS, undefined, { signal }).catch(() => {})
  }
}

/** Waits for every job to end. Advances the clock so that lost work is found. */
const waitForEnds = async (stack: WatchedStack, jobs: readonly AcceptedJob[]): Promise<ReadonlyMap<string, string>> => {
  const ends = new Map<string, string>()
  for (let step = 0; step < STEPS_MAX; step++) {
    for (const job of jobs) {
      const lastEnd = ends.get(job.id)
      if (lastEnd === undefined || lastEnd === 'open') ends.set(job.id, await endOf(stack, job))
    }
    const open = [...ends.values()].filter((end) => end === 'open').length
    const rows = await openRows(stack)
    if (open + rows === 0) break
    console.log(`${open} jobs have not ended yet, ${rows} rows still have pending work`)
    await sleep(3_000)
    const body = JSON.stringify({ advanceMs: STEP_MS })
    await fetch(`${stack.control}/_local/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await sleep(3_000)
  }
  return ends
}

const countWords = (words: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

const table = (rows: Readonly<Record<string, string | number>>): string =>
  Object.entries(rows)
    .map(([name, value]) => `  ${name.padEnd(24)}${String(value)}`)
    .join('\n')

const runSoak = async (minutes: number, callers: number): Promise<boolean> => {
  const state = join(import.meta.dirname, '../..', '.local', 'soak', String(process.pid))
  const stack = await watchedStack(state)
  const tally: Tally = { jobs: [], counts: {}, surprises: [] }
  const samples: Memory[] = []
  try {
    const signal = AbortSignal.timeout(minutes * 60_000)
    await Promise.all([runLoad(stack, tally, callers, signal), sampleMemory(stack, samples, tally, signal)])
    const ends = countWords((await waitForEnds(stack, tally.jobs)).values())
    const rows = await openRows(stack)
    const { accounts, problems } = await ledgerProblems(stack)
    const { early, late, isFlat } = memoryVerdict(samples)
    console.log(`\nOperations\n${table(tally.counts)}\n\nJobs by outcome\n${table(ends)}\n`)
    const faults = [
      ...['lost', 'open', 'reappeared'].flatMap((end) => (ends[end] ? [`${ends[end]} jobs are ${end}`] : [])),
      ...(rows === 0 ? [] : [`${rows} rows still have pending work`]),
      ...problems,
      ...tally.surprises.slice(0, 20),
      ...(isFlat ? [] : [`memory grew from ${megabytes(early)} to ${megabytes(late)}`]),
    ]
    console.log(`Memory: ${megabytes(early)} in the second fifth, ${megabytes(late)} in the last`)
    console.log(`Ledger: ${accounts} accounts, ${problems.length === 0 ? 'all balance' : 'some do not balance'}`)
    console.log(faults.length === 0 ? 'All checks passed.' : `Failed checks:\n  ${faults.join('\n  ')}`)
    return faults.length === 0
  } finally {
    await stack.stop()
    await rm(state, { recursive: true, force: true })
  }
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    callers: { type: 'string', default: '4' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const minutes = Number(values.minutes)
const callers = Number(values.callers)
if (values.help) console.log(help)
else if (!(minutes > 0) || !Number.isInteger(callers) || callers < 1) {
  console.error('--minutes must be a number above 0, --callers a whole number of at least 1')
  process.exitCode = 1
} else if (!(await runSoak(minutes, callers))) process.exitCode = 1
