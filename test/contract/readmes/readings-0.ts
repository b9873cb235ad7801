import { loadShelf, runReading, spreadOfName } from '@signet/readings'

const { script, ...spread } = spreadOfName('threat_model')!
const outcome = runReading({ script, spread, intention: 'A webhook receiver for Stripe', seed: 42 }, await loadShelf(script))
if (outcome.ok) console.log(outcome.reading.output, outcome.reading.questions[0]?.ask)

export {}
