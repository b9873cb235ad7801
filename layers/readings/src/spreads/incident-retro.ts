import type { Spread } from './spread.ts'

export const incidentRetro: Spread = {
  name: 'incident_retro',
  version: '1.0.0',
  title: 'Incident causes and earlier detection',
  script: `spread incident_retro "Incident causes and earlier detection"
deck run        = mara@1
deck failure    = resilience@1
deck design     = architect@1
deck product    = cpo@1

ask minutes_unnoticed "Minutes until someone noticed?" as number
ask noticed_by        "Who noticed first?" as one of alarm, customer, engineer, chance

position people_hit "People affected"
  draw 1 from run where id = mara-still-hit top
position detection "Detection"
  draw 1 from failure where id = resilience-last-success top
  draw 1 from run where id = mara-who-could-stop top
position barrier "Missing safeguards"
  draw 1 from failure where id = resilience-one-safeguard top
  draw 2 from failure where id in (resilience-safe-state, resilience-second-person, resilience-widest-command, resilience-slow-rot, resilience-retry-storm, resilience-sent-then-died, resilience-catch-up, resilience-restore, resilience-common-mode, resilience-their-outage, resilience-cost-of-hour)
position recovery "Slow or harmful recovery"
  draw 4 from run where id in (mara-seen-as-normal, mara-two-halves, mara-at-the-door, mara-last-tuesday, mara-bad-deploy, mara-row-by-hand, mara-dead-letters, mara-unlike-stage, mara-silent-stop)
position cause "Contributing causes"
  draw 2 from design where id in (arch-own-mark, arch-as-it-was, arch-yes-first, arch-clock-change, arch-event-schema, arch-order, arch-stale-client, arch-cache-age, arch-foreign-limit, arch-repeat-and-missed)
  draw 1 from product where id in (cpo-plausible-wrong, cpo-case-waits, cpo-counter-metric, cpo-who-works-more, cpo-real-hours)
position again "Prevention here and elsewhere"
  draw 2 from run where id in (mara-open-action, mara-same-elsewhere) top

fact alarms = if noticed_by = alarm then worked else missing
say "Alarms: {alarms}; unnoticed for {minutes_unnoticed} minutes."
speak as mara about detection, recovery
`,
}
