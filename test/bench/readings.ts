import { evaluate, loadShelf, parseScript, runReading, SCRIPT_LIMITS, spreadOfName } from '@signet/readings'
import { type Cost, costOf, inPairs, type Progress, type Row } from './measure.ts'
import { engineOfDeck } from './runtime/rules-engine.ts'

const ROUNDS = 9
const CALLS_PER_ROUND = 100
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

const leastCost = async (work: () => Promise<void>, say: (round: number) => void): Promise<Cost> => {
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
const measureReadings = async (progress: Progress): Promise<Row[]> => {
  const threatModel = spreadOfName('threat_model')
  if (!threatModel) throw new Error('The spread threat_model does not exist')
  const { script, ...spread } = threatModel
  const shelf = await loadShelf(script)
  const { engine, conditions } = await engineOfDeck('stride-core')
  const runReadings = async () => {
    for (let seed = 0; seed < CALLS_PER_ROUND; seed++)
      if (!runReading({ script, spread, intention, traits, seed }, shelf).ok)
        throw new Error('threat_model does not run')
  }
  const runRules = async () => {
    for (let at = 0; at < CALLS_PER_ROUND; at++) await engine.run(facts)
  }
  const evaluateAll = () => conditions.map((condition) => evaluate(condition, lookup))
  const evaluateRepeatedly = async () => {
    for (let at = 0; at < CALLS_PER_ROUND; at++) evaluateAll()
  }
  const { events } = await engine.run(facts)
  const trueCount = evaluateAll().filter((truth) => truth === true).length
  if (events.length === 0 || Math.abs(events.length - trueCount) > 2)
    throw new Error(`${trueCount} conditions are true here, ${events.length} for the rival`)
  const readingMs = (await leastCost(runReadings, (at) => progress(`readings ${at}`))).cpuMs / CALLS_PER_ROUND
  const compareWithRules = (work: () => Promise<void>) =>
    inPairs(
      ROUNDS,
      () => costOf(work),
      () => costOf(runRules),
      (at) => progress(`readings, rules ${at}`),
    )
  const conditionPairs = await compareWithRules(evaluateRepeatedly)
  const readingPairs = await compareWithRules(runReadings)
  const budget = { atMost: 1 }
  return [
    {
      bench: 'threat_model run, CPU',
      ours: readingMs,
      rival: READ_MS,
      unit: 'ms',
      ratio: readingMs / READ_MS,
      budget: { atMost: 1 },
    },
    {
      bench: `${conditions.length} conditions of stride-core; json-rules-engine 7.3.1`,
      ours: conditionPairs.ours / CALLS_PER_ROUND,
      rival: conditionPairs.rival / CALLS_PER_ROUND,
      unit: 'ms',
      ratio: conditionPairs.cpuRatio,
      budget,
      note: 'CPU, the same conditions',
    },
    {
      bench: 'threat_model run, whole; json-rules-engine 7.3.1',
      ours: readingPairs.ours / CALLS_PER_ROUND,
      rival: readingPairs.rival / CALLS_PER_ROUND,
      unit: 'ms',
      ratio: readingPairs.cpuRatio,
      note: 'CPU; no bound: the rival evaluates the conditions alone',
    },
  ]
}

/** Compares readings with their bounds, and with a rules engine with the same conditions. */
export const readingsBench = async (progress: Progress): Promise<Row[]> => {
  const large = largeScript()
  if (!parseScript(large).ok) throw new Error('The large script does not parse')
  const parse = async () => {
    for (let at = 0; at < CALLS_PER_ROUND; at++) parseScript(large)
  }
  const parseMs = (await leastCost(parse, (at) => progress(`scripts parsed ${at}`))).ms / CALLS_PER_ROUND
  return [
    {
      bench: 'script of 16 KiB parsed',
      ours: parseMs,
      rival: PARSE_MS,
      unit: 'ms',
      ratio: parseMs / PARSE_MS,
      budget: { atMost: 1 },
    },
    ...(await measureReadings(progress)),
  ]
}
