import { median } from '../measure.ts'
import { type Asked, QUESTIONS, USERS } from './workload.ts'

const SAMPLES = 11
const SAMPLE_MS = 60

/** CPU of this thread in nanoseconds: what others do on the machine does not count. */
const cpuNs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) * 1000
}

const EXPECTED = { boolean: 1, percentage: 0.5, variant: 0.5, rules: 0.5 } as const

const sample = async (ask: (user: number) => unknown, isAsync: boolean, times: number): Promise<number> => {
  const began = cpuNs()
  if (isAsync) for (let i = 0; i < times; i += 1) await ask(i & (USERS - 1))
  else for (let i = 0; i < times; i += 1) ask(i & (USERS - 1))
  return (cpuNs() - began) / times
}

/** A library that gives wrong answers quickly wins nothing. */
const verify = async (name: string, ask: (user: number) => unknown, expected: number): Promise<void> => {
  let hits = 0
  for (let user = 0; user < USERS; user += 1) if (await ask(user)) hits += 1
  if (Math.abs(hits / USERS - expected) > 0.06) throw new Error(`${name}: ${hits / USERS} instead of ${expected}`)
}

const library = process.argv[2] ?? ''
const { setup } = (await import(`./${library}.ts`)) as { setup: () => Promise<Asked> }
const asked = await setup()
const result: Record<string, number> = {}
for (const name of QUESTIONS) await verify(`${library} ${name}`, asked[name], EXPECTED[name])
for (const name of QUESTIONS) {
  const ask = asked[name]
  const isAsync = ask(0) instanceof Promise
  const warm = await sample(ask, isAsync, 50_000)
  const times = Math.max(1000, Math.ceil((SAMPLE_MS * 1e6) / warm))
  const samples: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) samples.push(await sample(ask, isAsync, times))
  result[name] = median(samples)
}
console.log(JSON.stringify({ ...result, p99: asked.p99?.() ?? null }))
process.exit(0)
