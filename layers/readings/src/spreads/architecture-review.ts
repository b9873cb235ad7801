import type { Spread } from './spread.ts'

export const architectureReview: Spread = {
  ...{ name: 'architecture_review', version: '1.0.0', title: 'Does it hold where it is worst?' },
  script: `spread architecture_review "Does it hold where it is worst?"
deck design  = architect@1
deck threats = stride-core@1
deck failure = resilience@1

ask peak     "Requests a second at the peak?" as number
ask store    "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache
ask dispatch "How does it pass work on?" as one of sync, queue, stream, fanout, steps

position quality "Which quality has a number?"
  draw 1 from design where phase = design
position truth "Who writes what, and who wins?"
  draw 1 from design where element = data
position boundary "What crosses a boundary of trust?"
  draw 3 from threats where severity >= high
position recovery "How does it come back?"
  draw 2 from failure

fact scale = if peak >= 100 then high else usual
say "Scale: {scale}. State: {store}."
speak as architect about quality, truth, recovery
`,
}
