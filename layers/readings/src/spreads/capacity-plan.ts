import type { Spread } from './spread.ts'

export const capacityPlan: Spread = {
  name: 'capacity_plan',
  version: '1.0.0',
  title: 'Capacity at ten times the load',
  script: `spread capacity_plan "Capacity at ten times the load"
deck design     = architect@1
deck technology = cto@1
deck failure    = resilience@1
deck threats    = stride-core@1
deck money      = cfo@1
deck message    = cmo@1

ask peak    "Requests per second at the peak?" as number
ask growth  "By which factor does it grow in a year?" as number default 2
ask latency "How soon must it answer?" as one of interactive, seconds, batch

position quality "Amount and timing of the load"
  draw 1 from technology where id = cto-true-peak top
  draw 2 from design where id in (arch-shared-lane, arch-yes-first, arch-in-memory, arch-sync-chain, arch-one-box, arch-foreign-limit, arch-cache-age, arch-quality-scenario) top
  draw 2 from design where id in (arch-shared-lane, arch-yes-first, arch-in-memory, arch-sync-chain, arch-one-box, arch-foreign-limit, arch-cache-age, arch-quality-scenario)
  draw 1 from message where id in (cmo-launch-minute, cmo-their-calendar) top
position outgrown "Capacity limit"
  draw all from technology where id in (cto-ten-times, cto-same-work)
  draw 2 from technology where id in (cto-owner-at-night, cto-by-six, cto-quota, cto-tenant-blast, cto-smallest-cut, cto-truth)
position limit "First exhausted resource"
  draw 1 from threats where stride = D top
position recovery "Recovery after the peak"
  draw 2 from failure where id in (resilience-refuse-first, resilience-retry-storm, resilience-catch-up, resilience-reconnect-wave, resilience-timeout-order, resilience-cost-of-hour, resilience-second-person) top
position bill "Cost of the peak"
  draw all from money where id = cfo-peak-year
  draw 1 from money where id in (cfo-kept-years, cfo-idle, cfo-token-margin, cfo-unallocated)

fact plan = if peak > 1000 or growth > 10 then measured else estimated
say "Peak {peak}, growth {growth}: the plan must be {plan}."
speak as architect about quality, limit, bill
`,
}
