import { evaluate, loadShelf, parseScript, runReading, SCRIPT_LIMITS, spreadOfName } from '@signet/readings'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'
import { engineOfDeck } from './runtime/rules-engine.ts'

const ROUNDS = 9
const COUNT = 100
/** Bounds of one parse and one reading in milliseconds (CPU time for the reading). */
const PARSE_MS = 2
const READ_MS = 5

/** Returns a script of the maximum size with all kinds of statements. */
const largeScript = (): string => {
  const lines = ['spread large "Large"', 'deck threats = stride-core']
  for (let at = 0; at < 40; at++) lines.push(`ask a${at} "Question ${at}?" as one of low, high default low`)
  for (let at = 0; at < 20; at++) lines.push(`position p${at} "P"`, `when a${at} = low`, 'draw 2 from threats top')
  for (let at = 0; at < 40; at++)
    lines.push(`fact f${at} = if a${at} = low and (a1 = high or not a2 = low) then yes else no`)
  for (let at = 0; at < 40; at++) lines.push(`say "{f${at}} {p1.titles} ${'x'.repeat(150)}"`)
  const script = lines.join('\n')
  return `${script}\n#${'x'.repeat(SCRIPT_LIMITS.bytes - Buffer.byteLength(script) - 2)}`
}

const least = async (work: () => Promise<void>, say: (round: number) => void): Promise<Cost> => {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) {
    say(round)
    costs.push(await costOf(work))
  }
  return costs.slice(1).reduce((best, cost) => (cost.cpuMs < best.cpuMs ? cost : best))
}

const intention = 'A Stripe webhook receiver that stores payments per tenant'
const traits = { trigger: 'webhook', exposure: 'public', verification: 'hmac' }
const facts: Readonly<Record<string, string | readonly string[]>> = { ...traits, data_classes: ['financial'] }
const lookup = (name: string) => (Object.hasOwn(facts, name) ? facts[name] : undefined)

/** Compares a whole reading with the rival's evaluation of the conditions of its deck alone. */
const readingRows = async (progress: Progress): Promise<Row[]> => {
  const threatModel = spreadOfName('threat_model')
  if (!threatModel) throw new Error('The spread threat_model does not exist')
  const { script, ...spread } = threatModel
  const shelf = await loadShelf(script)
  const { engine, conditions } = await engineOfDeck('stride-core')
  const runReadings = async () => {
    for (let seed = 0; seed < COUNT; seed++)
      if (!runReading({ script, spread, intention, traits, seed }, shelf).ok)
        throw new Error('threat_model does not run')
  }
  const ruled = async () => {
    for (let at = 0; at < COUNT; at++) await engine.run(facts)
  }
  const answers = () => conditions.map((condition) => evaluate(condition, lookup))
  const evaluated = async () => {
    for (let at = 0; at < COUNT; at++) answers()
  }
  const { events } = await engine.run(facts)
  const applying = answers().filter((truth) => truth === true).length
  if (events.length === 0 || Math.abs(events.length - applying) > 2)
    throw new Error(`${applying} conditions are true here, ${events.length} for the rival`)
  const ran = (await least(runReadings, (at) => progress(`readings ${at}`))).cpuMs / COUNT
  const against = (work: () => Promise<void>) =>
    inPairs(
      ROUNDS,
      () => costOf(work),
      () => costOf(ruled),
      (at) => progress(`readings, rules ${at}`),
    )
  const same = await against(evaluated)
  const wholeReading = await against(runReadings)
  const budget = { atMost: 1 }
  return [
    {
      bench: 'threat_model run, CPU',
      ours: ran,
      rival: READ_MS,
      unit: 'ms',
      ratio: ran / READ_MS,
      budget: { atMost: 1 },
    },
    {
      bench: `${conditions.length} conditions of stride-core; json-rules-engine 7.3.1`,
      ours: same.ours / COUNT,
      rival: same.rival / COUNT,
      unit: 'ms',
      ratio: same.cpuRatio,
      budget,
      note: 'CPU, the same conditions',
    },
    {
      bench: 'threat_model run, whole; json-rules-engine 7.3.1',
      ours: wholeReading.ours / COUNT,
      rival: wholeReading.rival / COUNT,
      unit: 'ms',
      ratio: wholeReading.cpuRatio,
      note: 'CPU; no bound: the rival answers the conditions alone',
    },
  ]
}

/** Compares readings with their bounds, and with a rules engine with the same conditions. */
export const readingsBench = async (progress: Progress): Promise<Row[]> => {
  const large = largeScript()
  if (!parseScript(large).ok) throw new Error('The large script does not parse')
  const parse = async () => {
    for (let at = 0; at < COUNT; at++) parseScript(large)
  }
  const parsed = (await least(parse, (at) => progress(`scripts parsed ${at}`))).ms / COUNT
  return [
    {
      bench: 'script of 16 KiB parsed',
      ours: parsed,
      rival: PARSE_MS,
      unit: 'ms',
      ratio: parsed / PARSE_MS,
      budget: { atMost: 1 },
    },
    ...(await readingRows(progress)),
  ]
}
