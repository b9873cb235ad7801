import type { Spread } from './spread.ts'

export const capacityPlan: Spread = {
  ...{ name: 'capacity_plan', version: '1.0.0', title: 'What breaks first at ten times the load?' },
  script: `spread capacity_plan "What breaks first at ten times the load?"
deck design     = architect@1
deck technology = cto@1
deck failure    = resilience@1
deck threats    = stride-core@1
deck money      = cfo@1
deck message    = cmo@1

ask peak    "Requests a second at the peak?" as number
ask growth  "By which factor does it grow in a year?" as number default 2
ask latency "How soon must it answer?" as one of interactive, seconds, batch

position quality "What must hold, with which number?"
  draw all from design where id = arch-quality-scenario
  draw 3 from design top
position outgrown "When is it too small?"
  draw all from technology where id in (cto-ten-times, cto-quota)
position limit "What is exhausted first?"
  draw 2 from threats where stride = D top
position recovery "What happens after the peak?"
  draw 1 from failure where element in (technology, process) top
  draw 1 from failure top
position crowd "Who comes all at once?"
  draw all from message where id = cmo-launch-minute
position bill "What does the peak cost?"
  draw 3 from money top

fact plan = if peak > 1000 or growth > 10 then measured else estimated
say "Peak {peak}, growth {growth}: the plan must be {plan}."
speak as architect about quality, limit, bill
`,
}
