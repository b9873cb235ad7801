import { median } from '../measure.ts'
import { FLAG_KINDS, type FlagKind, type Setting, type Setup, USERS, WORKLOADS } from './workload.ts'

const SAMPLES = 11
const SAMPLE_MS = 60
const WARM_UP = 1000

/** Returns the CPU time of this thread in nanoseconds, so that other processes do not count. */
const cpuNs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1000
}

/** Evaluates a flag this many times; awaits each result of an asynchronous library. */
type EvaluationLoop = (times: number) => Promise<void> | void

const sample = async (runLoop: EvaluationLoop, times: number): Promise<number> => {
  const began = cpuNs()
  await runLoop(times)
  return (cpuNs() - began) / times
}

const EXPECTED = { boolean: 1, percentage: 0.5, variant: 0.5, rules: 0.5 } as const

/** Returns pseudo-random numbers, the same in each run (xorshift). */
const pseudoRandom = (): (() => number) => {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

const [library = '', setting = 'one'] = process.argv.slice(2)
const workload = WORKLOADS[setting as Setting]
const { setup } = (await import(`./${library}.ts`)) as { setup: Setup }
const client = await setup(workload)

/** Returns the evaluation of one flag for one user. */
const evaluationOf = (kind: FlagKind): ((key: string, user: number) => unknown) =>
  kind === 'variant' ? client.variantOf : client.isOn

/** Checks the share of users who get true or variant a, so that a library with fast wrong results fails. */
const verify = async (kind: FlagKind): Promise<void> => {
  const evaluateFlag = evaluationOf(kind)
  const [key = ''] = workload.keys[kind]
  let hits = 0
  for (let user = 0; user < USERS; user += 1) {
    const value = await evaluateFlag(key, user)
    if (value === true || value === 'a') hits += 1
  }
  const share = hits / USERS
  const expected = EXPECTED[kind]
  if (Math.abs(share - expected) > 0.06) throw new Error(`${library} ${kind}: ${share} instead of ${expected}`)
}

/** Evaluates one flag for users in order, or all flags of a kind with flags and users shuffled. */
const loopOf = (kind: FlagKind): EvaluationLoop => {
  const evaluateFlag = evaluationOf(kind)
  const { keys, users } = workload
  const next = pseudoRandom()
  const isShuffled = setting === 'many'
  const flagAt = Array.from({ length: 4096 }, () => keys[kind][isShuffled ? next() % keys[kind].length : 0] ?? '')
  const userAt = Array.from({ length: 4096 }, (_, i) => (isShuffled ? next() % users.length : i % users.length))
  const isAsync = evaluateFlag(flagAt[0] ?? '', 0) instanceof Promise
  if (isAsync) {
    return async (times) => {
      for (let i = 0; i < times; i += 1) await evaluateFlag(flagAt[i & 4095] ?? '', userAt[i & 4095] ?? 0)
    }
  }
  return (times) => {
    for (let i = 0; i < times; i += 1) evaluateFlag(flagAt[i & 4095] ?? '', userAt[i & 4095] ?? 0)
  }
}

for (const kind of FLAG_KINDS) await verify(kind)
const loops = FLAG_KINDS.map((kind) => [kind, loopOf(kind)] as const)
/** Returns the number of evaluations that take this long; the CPU clock may be coarse. */
const timesOf = async (runLoop: EvaluationLoop, milliseconds: number): Promise<number> => {
  for (let count = WARM_UP; ; count *= 2) {
    const ns = await sample(runLoop, count)
    if (ns * count >= milliseconds * 1e6) return count
  }
}

const times = new Map<FlagKind, number>()
// All kinds warm up before any is measured, and alternate, because applications mix them.
for (let round = 0; round < 3; round += 1) {
  for (const [kind, runLoop] of loops) times.set(kind, await timesOf(runLoop, SAMPLE_MS / 2))
}
const samples = new Map<FlagKind, number[]>(FLAG_KINDS.map((kind) => [kind, []]))
for (let i = 0; i < SAMPLES; i += 1) {
  for (const [kind, runLoop] of loops) samples.get(kind)?.push(await sample(runLoop, times.get(kind) ?? 1000))
}
const result = Object.fromEntries([...samples].map(([kind, all]) => [kind, median(all)]))
console.log(JSON.stringify({ ...result, p99: client.p99?.() ?? null }))
process.exit(0)
