import { loadShelf, parseScript, runReading, SCRIPT_LIMITS, spreadOfName } from '@signet/readings'
import { type Cost, costOf, type Progress, type Row } from './measure.ts'

const ROUNDS = 9
const COUNT = 100
/** Bounds of one parse and one reading, in milliseconds (of CPU for the reading). */
const PARSE_MS = 2
const READ_MS = 5

/** A script as large as one may be, of all kinds of statements. */
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

/**
 * Readings, held to their bounds. The rival json-rules-engine 7.3.1 is not in this folder's package.json: once it is, the
 * same conditions go through both.
 */
export const readingsBench = async (progress: Progress): Promise<Row[]> => {
  const large = largeScript()
  if (!parseScript(large).ok) throw new Error('The large script is at fault')
  const parse = async () => {
    for (let at = 0; at < COUNT; at++) parseScript(large)
  }
  const threatModel = spreadOfName('threat_model')
  if (!threatModel) throw new Error('There is no threat_model')
  const { script, ...spread } = threatModel
  const shelf = await loadShelf(script)
  const inputs = {
    ...{ script, spread, intention: 'A Stripe webhook receiver that stores payments per tenant' },
    traits: { trigger: 'webhook', exposure: 'public', verification: 'hmac' },
  }
  const read = async () => {
    for (let seed = 0; seed < COUNT; seed++)
      if (!runReading({ ...inputs, seed }, shelf).ok) throw new Error('threat_model does not run')
  }
  const parsed = (await least(parse, (at) => progress(`scripts parsed ${at}`))).ms / COUNT
  const ran = (await least(read, (at) => progress(`readings ${at}`))).cpuMs / COUNT
  const budget = { atMost: 1 }
  return [
    { bench: 'script of 16 KiB parsed', ours: parsed, rival: PARSE_MS, unit: 'ms', ratio: parsed / PARSE_MS, budget },
    { bench: 'threat_model run, CPU', ours: ran, rival: READ_MS, unit: 'ms', ratio: ran / READ_MS, budget },
  ]
}
