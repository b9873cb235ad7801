import { median } from '../measure.ts'
import { QUESTIONS, type Question, type Setting, type Setup, USERS, WORKLOADS } from './workload.ts'

const SAMPLES = 11
const SAMPLE_MS = 60
const WARM_UP = 1000

/** Returns the CPU time of this thread in nanoseconds, so that other processes do not count. */
const cpuNs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1000
}

/** Evaluates a flag this many times; awaits each result of an asynchronous library. */
type Ask = (times: number) => Promise<void> | void

const sample = async (ask: Ask, times: number): Promise<number> => {
  const began = cpuNs()
  await ask(times)
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

/** Returns the evaluation of one flag for one user; `verify` counts truthy results. */
const evaluationOf = (question: Question): ((key: string, user: number) => unknown) =>
  question === 'variant' ? client.variantOf : client.isOn

/** Checks the values, so that a library with fast wrong results fails. */
const verify = async (question: Question): Promise<void> => {
  const ask = evaluationOf(question)
  const [key = ''] = workload.keys[question]
  let hits = 0
  for (let user = 0; user < USERS; user += 1) {
    const answer = await ask(key, user)
    if (answer === true || answer === 'a') hits += 1
  }
  const share = hits / USERS
  const expected = EXPECTED[question]
  if (Math.abs(share - expected) > 0.06) throw new Error(`${library} ${question}: ${share} instead of ${expected}`)
}

/** Evaluates one flag for users in order, or all flags of a kind with flags and users shuffled. */
const loopOf = (question: Question): Ask => {
  const ask = evaluationOf(question)
  const { keys, users } = workload
  const next = pseudoRandom()
  const isShuffled = setting === 'many'
  const flagAt = Array.from(
    { length: 4096 },
    () => keys[question][isShuffled ? next() % keys[question].length : 0] ?? '',
  )
  const userAt = Array.from({ length: 4096 }, (_, i) => (isShuffled ? next() % users.length : i % users.length))
  const isAsync = ask(flagAt[0] ?? '', 0) instanceof Promise
  if (isAsync) {
    return async (times) => {
      for (let i = 0; i < times; i += 1) await ask(flagAt[i & 4095] ?? '', userAt[i & 4095] ?? 0)
    }
  }
  return (times) => {
    for (let i = 0; i < times; i += 1) ask(flagAt[i & 4095] ?? '', userAt[i & 4095] ?? 0)
  }
}

for (const question of QUESTIONS) await verify(question)
const loops = QUESTIONS.map((question) => [question, loopOf(question)] as const)
/** Returns the number of evaluations that take this long; the CPU clock may be coarse. */
const timesOf = async (ask: Ask, milliseconds: number): Promise<number> => {
  for (let count = WARM_UP; ; count *= 2) {
    const ns = await sample(ask, count)
    if (ns * count >= milliseconds * 1e6) return count
  }
}

const times = new Map<Question, number>()
// All kinds warm up before any is measured, and alternate, because applications mix them.
for (let round = 0; round < 3; round += 1) {
  for (const [question, ask] of loops) times.set(question, await timesOf(ask, SAMPLE_MS / 2))
}
const samples = new Map<Question, number[]>(QUESTIONS.map((question) => [question, []]))
for (let i = 0; i < SAMPLES; i += 1) {
  for (const [question, ask] of loops) samples.get(question)?.push(await sample(ask, times.get(question) ?? 1000))
}
const result = Object.fromEntries([...samples].map(([question, all]) => [question, median(all)]))
console.log(JSON.stringify({ ...result, p99: client.p99?.() ?? null }))
process.exit(0)
