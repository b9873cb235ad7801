import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { median, type Progress, type Row } from './measure.ts'
import { load, type Served, serve } from './served.ts'

const root = join(import.meta.dirname, '../..')
const ROUNDS = 5
const REQUESTS = 400
const DRAFTS = 12

/** Measures the local runner's cost per request: its gateway, the event, the function's thread and back. */
const measureOverhead = async (stack: Served, bare: Served, progress: Progress): Promise<Row> => {
  const paths = Array.from({ length: REQUESTS }, () => '/v2/health')
  const rounds = []
  for (let number = 0; number <= ROUNDS; number += 1) {
    progress(`gateway ${number}/${ROUNDS}`)
    rounds.push({ ours: await load(stack, paths), rival: await load(bare, paths) })
  }
  const countedRounds = rounds.slice(1)
  const ours = countedRounds.map((round) => round.ours)
  const rival = countedRounds.map((round) => round.rival)
  const note = `p50 ${median(ours.map(({ p50 }) => p50))} / ${median(rival.map(({ p50 }) => p50))} ms, CPU ${median(ours.map(({ cpuMs }) => cpuMs)).toFixed(2)} / ${median(rival.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms per request`
  return {
    bench: 'GET /v2/health against a bare server',
    ours: median(ours.map(({ perSecond }) => perSecond)),
    rival: median(rival.map(({ perSecond }) => perSecond)),
    unit: 'req/s',
    ratio: median(countedRounds.map((round) => round.ours.perSecond / round.rival.perSecond)),
    note,
  }
}

/**
 * Creates one draft: accepted, queued, painted, encoded and stored, with its address in the response. Returns
 * milliseconds.
 */
const timeDraft = async ({ url, reported }: Served): Promise<number> => {
  const started = performance.now()
  const response = await fetch(`${url}/v2/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reported.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: `a lighthouse at dusk ${randomUUID()}`, quality_tier: 'draft', sync: true }),
  })
  const text = await response.text()
  const job = JSON.parse(text) as { readonly state?: string }
  if (!response.ok || job.state !== 'completed')
    throw new Error(`A draft returned ${response.status}: ${text.slice(0, 300)}`)
  return performance.now() - started
}

const measureDrafts = async (stack: Served, progress: Progress): Promise<Row> => {
  await timeDraft(stack)
  const alone: number[] = []
  for (let number = 0; number < DRAFTS; number += 1) {
    progress(`drafts ${number}/${DRAFTS}`)
    alone.push(await timeDraft(stack))
  }
  progress('drafts, four at a time')
  const started = performance.now()
  const callers = Array.from({ length: 4 }, async () => {
    const callerTimes: number[] = []
    for (let number = 0; number < DRAFTS / 4; number += 1) callerTimes.push(await timeDraft(stack))
    return callerTimes
  })
  const together = (await Promise.all(callers)).flat()
  const perSecond = DRAFTS / ((performance.now() - started) / 1000)
  return {
    bench: 'draft, alone against four at a time',
    ours: median(alone),
    rival: median(together),
    unit: 'ms',
    ratio: median(alone) / median(together),
    note: `${perSecond.toFixed(2)} drafts a second, four at a time`,
  }
}

/** Measures figures without a budget: the local runner's own cost, and the duration of a draft. */
export const gatewayBench = async (progress: Progress): Promise<Row[]> => {
  const state = join(root, '.local', 'bench', `gateway-${process.pid}`)
  const started: Served[] = []
  try {
    started.push(await serve('stack-server.ts', state), await serve('bare-server.ts'))
    const [stack, bare] = started as [Served, Served]
    return [await measureOverhead(stack, bare, progress), await measureDrafts(stack, progress)]
  } finally {
    for (const server of started) await server.stop()
    await rm(state, { recursive: true, force: true })
  }
}
