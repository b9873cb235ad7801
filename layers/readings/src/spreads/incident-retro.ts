import type { Spread } from './spread.ts'

export const incidentRetro: Spread = {
  ...{ name: 'incident_retro', version: '1.0.0', title: 'What made it possible, and what would have shown it sooner?' },
  script: `spread incident_retro "What made it possible, and what would have shown it sooner?"
deck run     = mara@1
deck failure = resilience@1
deck design  = architect@1
deck people  = sera@1
deck record  = rubric-core@1

ask minutes_unnoticed "Minutes until somebody noticed?" as number
ask noticed_by        "Who noticed first?" as one of alarm, customer, engineer, chance

position detection "Why was it noticed when it was?"
  draw all from failure where id = resilience-last-success
  draw 3 from failure top
position recovery "What made recovery slow?"
  draw 4 from run top
position cause "What in the design let it happen?"
  draw 3 from design top
position people_hit "What did the people who were hit see?"
  when noticed_by = customer or minutes_unnoticed > 15
  draw 3 from people top
position again "What keeps it from coming again?"
  draw all from record where id = rubric-traces
  draw all from run where id in (mara-last-tuesday, mara-open-action)

fact alarms = if noticed_by = alarm then worked else missing
say "Alarms: {alarms}; unnoticed for {minutes_unnoticed} minutes."
speak as mara about detection, recovery
`,
}
