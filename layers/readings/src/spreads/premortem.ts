import type { Spread } from './spread.ts'

export const premortem: Spread = {
  ...{ name: 'premortem', version: '1.0.0', title: 'It is a year later and it has failed: why?' },
  script: `spread premortem "It is a year later and it has failed: why?"
deck product    = cpo@1
deck technology = cto@1
deck money      = cfo@1
deck failure    = resilience@1
deck people     = sera@1
deck message    = cmo@1

ask team_size "How many people build and run it?" as number

position assumption "Which assumption turned out to be false?"
  draw all from product where id = cpo-smallest-proof
  draw 4 from product top
position irreversible "Which choice could not be undone?"
  draw all from technology where id in (cto-smallest-cut, cto-rollback)
  draw 3 from technology top
position spend "Where did the money go?"
  draw 2 from money top
position outage "What stopped, and who did not notice?"
  draw 2 from failure top
position users "Who could not do their work with it?"
  draw 2 from people top
position promise "What had been promised?"
  draw all from message where id = cmo-day-slips

fact fragile = if team_size < 3 then yes else no
say "Too few people to lose one: {fragile}."
speak as cpo about assumption, irreversible, outage
`,
}
