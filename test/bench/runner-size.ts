import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Measures the local runner's use of a machine: seconds to start, memory when idle, with eight callers, after an idle
 * period, and while its clock is advanced; and 80 concurrent drafts. `node test/bench/runner-size.ts [--rest SECONDS]`
 */

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: { rest: { type: 'string', default: '150' }, port: { type: 'string', default: '4700' } },
})
const SAMPLE_INTERVAL_MS = 100

interface RunningSystem {
  readonly urls: Readonly<Record<'images' | 'flags', string>>
  readonly control: string
  readonly pid: number
  readonly identities: Readonly<Record<string, { readonly genKey: string; readonly platKey: string }>>
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Returns the resident memory of the process and its child processes in MB. */
const residentMb = (pid: number): number => {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return childrenOf(pid).reduce((sum, child) => sum + residentMb(child), Math.round(Number(kb) / 1024))
}

const say = (what: string, value: string | number) => console.log(`${what.padEnd(46)} ${value}`)

const start = async (
  state: string,
): Promise<{ readonly system: RunningSystem; readonly seconds: number; end(): Promise<void> }> => {
  const file = join(state, 'stack.json')
  const began = performance.now()
  const [, ...started] = packageJson.scripts.start.split(' ')
  const args = [...started, '--port', values.port, '--state', state, '--quiet']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // A failed measurement stops the runner.
  process.once('exit', () => child.kill('SIGKILL'))
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`The runner ended with ${child.exitCode}`)
    await sleep(20)
  }
  const seconds = (performance.now() - began) / 1000
  const system = JSON.parse(readFileSync(file, 'utf8')) as RunningSystem
  return {
    system,
    seconds,
    async end() {
      child.kill('SIGINT')
      await ended
      rmSync(file)
    },
  }
}

/** Returns the maximum memory of the process while `work` runs. */
const peakDuring = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly peak: number }> => {
  let peak = 0
  const sampleMemory = () => {
    peak = Math.max(peak, residentMb(pid))
  }
  const timer = setInterval(sampleMemory, SAMPLE_INTERVAL_MS)
  try {
    const value = await work()
    sampleMemory()
    return { value, peak }
  } finally {
    clearInterval(timer)
  }
}

const draft = async ({ urls, identities }: RunningSystem, seed: number): Promise<number> => {
  const response = await fetch(`${urls.images}/v2/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${identities.agency?.genKey}` },
    body: JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier: 'draft', seed }),
  })
  await response.arrayBuffer()
  return response.status
}

const eightCallers = async (system: RunningSystem, drafts: number): Promise<number[]> => {
  const statuses: number[] = []
  let next = 0
  const caller = async () => {
    while (next < drafts) statuses.push(await draft(system, next++))
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  return statuses
}

const countsOf = (statuses: readonly number[]): string =>
  [...new Set(statuses)]
    .sort()
    .map((status) => `${statuses.filter((each) => each === status).length} x ${status}`)
    .join(', ')

const advance = async ({ control }: RunningSystem, ms: number): Promise<number> => {
  const began = performance.now()
  const response = await fetch(`${control}/_local/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: ms }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (performance.now() - began) / 1000
}

const state = mkdtempSync(join(tmpdir(), 'signet-size-'))
try {
  // The first start must not reuse files of an earlier run.
  for (const buildFolder of ['dist', '.local/synth', '.local/bundles'])
    rmSync(join(root, buildFolder), { recursive: true, force: true })
  const first = await start(state)
  say('first start, seconds', first.seconds.toFixed(1))
  await first.end()
  const { system, seconds, end } = await start(state)
  say('later start, seconds', seconds.toFixed(1))
  await fetch(`${system.urls.images}/v2/models`)
  await fetch(`${system.urls.flags}/health`)
  await sleep(5_000)
  say('idle after one request to each service, MB', residentMb(system.pid))
  const eightCallersRun = await peakDuring(system.pid, () => eightCallers(system, 28))
  say('28 drafts by eight callers', countsOf(eightCallersRun.value))
  say('  peak, MB', eightCallersRun.peak)
  const concurrentRun = await peakDuring(system.pid, () =>
    Promise.all(Array.from({ length: 80 }, (_, i) => draft(system, i))),
  )
  say('80 concurrent drafts', countsOf(concurrentRun.value))
  say('  peak, MB', concurrentRun.peak)
  say('immediately after, MB', residentMb(system.pid))
  await sleep(Number(values.rest) * 1000)
  say(`after ${values.rest} idle seconds, MB`, residentMb(system.pid))
  for (const [name, ms] of [
    ['an hour', 3_600_000],
    ['8 days', 8 * 86_400_000],
    ['30 days', 30 * 86_400_000],
  ] as const) {
    const clockRun = await peakDuring(system.pid, () => advance(system, ms))
    say(`clock advanced by ${name}, seconds`, clockRun.value.toFixed(2))
    say('  peak, MB', clockRun.peak)
  }
  await end()
} finally {
  rmSync(state, { recursive: true, force: true })
}
