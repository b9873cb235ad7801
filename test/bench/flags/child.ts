import { median } from '../measure.ts'
import { QUESTIONS, type Question, type Setting, type Setup, USERS, WORKLOADS } from './workload.ts'

const SAMPLES = 11
const SAMPLE_MS = 60
const WARM_UP = 1000

/** CPU of this thread in nanoseconds, so that other processes do not count. */
const cpuNs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1000
}

/** Asks as often as said, and whether it waits between two questions. */
type Ask = (times: number) => Promise<void> | void

const sample = async (ask: Ask, times: number): Promise<number> => {
  const began = cpuNs()
  await ask(times)
  return (cpuNs() - began) / times
}

const EXPECTED = { boolean: 1, percentage: 0.5, variant: 0.5, rules: 0.5 } as const

/** A number that looks drawn and is always the same (xorshift). */
const drawn = (): (() => number) => {
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

/** The question about one flag and one user; a hit for the flags that verify counts. */
const asked = (question: Question): ((key: string, user: number) => unknown) =>
  question === 'variant' ? client.variantOf : client.isOn

/** A library that gives wrong answers quickly wins nothing. */
const verify = async (question: Question): Promise<void> => {
  const ask = asked(question)
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

/** One flag by users in their order, or all flags of a kind, they and users in an order of no pattern. */
const loopOf = (question: Question): Ask => {
  const ask = asked(question)
  const { keys, users } = workload
  const next = drawn()
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
/** How often to ask for a sample to take so long; the clock of CPU time may be a coarse one. */
const timesOf = async (ask: Ask, milliseconds: number): Promise<number> => {
  for (let count = WARM_UP; ; count *= 2) {
    const ns = await sample(ask, count)
    if (ns * count >= milliseconds * 1e6) return count
  }
}

const times = new Map<Question, number>()
// All kinds are warm before any is measured, and are measured in turns: no application asks for one kind alone.
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
