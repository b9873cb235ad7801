import { loadShelf, type ReadingFile, type ReadingInputs, replayInputs, runReading, SPREADS } from '@signet/readings'

/** Returns a reading in its stored form. */
export const readingFile = async (inputs: ReadingInputs): Promise<ReadingFile> => {
  const shelf = await loadShelf(inputs.script)
  const outcome = runReading(inputs, shelf)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return { inputs: await replayInputs(inputs, shelf), reading: outcome.reading }
}

const INTENTIONS = [
  'A Stripe webhook receiver that stores payments per tenant',
  'İSTANBUL’da çalışan bir sipariş servisi, nightly export of CASES',
  'An agent that reads mail and calls tools — ﬁles, ＱＵＥＵＥＳ, Äpfel',
]

/** Returns inputs that vary in spread, words, facts, memory and seed. */
export const inputsOf = (at: number): ReadingInputs => {
  const { script, ...spread } = SPREADS[at % SPREADS.length]!
  return {
    script,
    spread,
    lenient: true,
    intention: INTENTIONS[at % INTENTIONS.length]!,
    ...(at % 4 > 0 && { seed: at * 7_919 }),
    traits: {
      trigger: at % 2 ? 'webhook' : 'schedule',
      data_classes: 'pii,phi',
      uses_model: at % 3 ? 'yes' : 'unknown',
    },
    ...(at % 5 === 0 && {
      memory: { tick: at, drawn: { 'stride-core': [['stride-two-writers'], ['stride-foreign-id']] } },
    }),
  }
}
