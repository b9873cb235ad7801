import type { Spread } from './spread.ts'

export const incidentRetro: Spread = {
  ...{ name: 'incident_retro', version: '1.0.0', title: 'What made it possible, and what would have shown it sooner?' },
  script: `spread incident_retro "What made it possible, and what would have shown it sooner?"
deck run     = mara@1
deck failure = resilience@1
deck people  = sera@1

ask minutes_unnoticed "Minutes until somebody noticed?" as number
ask noticed_by        "Who noticed first?" as one of alarm, customer, engineer, chance

position detection "Why was it noticed when it was?"
  draw 2 from failure where element in (process, technology, people)
position recovery "What made recovery slow?"
  draw 2 from run
position people_hit "What did the people who were hit see?"
  when noticed_by = customer or minutes_unnoticed > 15
  draw 2 from people

fact alarms = if noticed_by = alarm then worked else missing
say "Alarms: {alarms}; unnoticed for {minutes_unnoticed} minutes."
speak as mara about detection, recovery
`,
}
