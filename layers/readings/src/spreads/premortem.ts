import type { Spread } from './spread.ts'

export const premortem: Spread = {
  ...{ name: 'premortem', version: '1.0.0', title: 'It is a year later and it has failed: why?' },
  script: `spread premortem "It is a year later and it has failed: why?"
deck product    = cpo@1
deck technology = cto@1
deck money      = cfo@1
deck failure    = resilience@1

ask team_size "How many people build and run it?" as number

position assumption "Which assumption turned out to be false?"
  draw 1 from product
position irreversible "Which choice could not be undone?"
  draw 1 from technology
position spend "Where did the money go?"
  draw 1 from money
position outage "What stopped, and who did not notice?"
  draw 2 from failure

fact fragile = if team_size < 3 then yes else no
say "Too few people to lose one: {fragile}."
speak as cpo about assumption, irreversible, outage
`,
}
