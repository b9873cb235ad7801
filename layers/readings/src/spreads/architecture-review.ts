import type { Spread } from './spread.ts'

export const architectureReview: Spread = {
  ...{ name: 'architecture_review', version: '1.0.0', title: 'Does it hold where it is worst?' },
  script: `spread architecture_review "Does it hold where it is worst?"
deck design  = architect@1
deck threats = stride-core@1
deck failure = resilience@1
deck run     = mara@1
deck shapes  = patterns@1

ask peak     "Requests a second at the peak?" as number
ask store    "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache
ask dispatch "How does it pass work on?" as one of sync, queue, stream, fanout, steps

position quality "Which quality has a number?"
  draw 1 from design where phase = design top
position truth "Who writes what, and who wins?"
  draw 2 from design where element = data top
position strain "Where is it tight?"
  draw all from design where element in (process, risk)
  draw 1 from design top
position boundary "What crosses a boundary of trust?"
  draw 2 from threats where severity >= high top
position recovery "How does it come back?"
  draw 3 from failure top
position hands "What do people do while it runs?"
  draw 3 from run top
position shape "Which shape is it, and where does that break?"
  draw 1 from shapes top

fact scale = if peak >= 100 then high else usual
say "Scale: {scale}. State: {store}."
speak as architect about quality, truth, recovery
`,
}
