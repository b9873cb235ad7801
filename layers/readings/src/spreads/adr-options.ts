import type { Spread } from './spread.ts'

export const adrOptions: Spread = {
  name: 'adr_options',
  version: '1.0.0',
  title: 'Options, criteria and exit costs',
  script: `spread adr_options "Options, criteria and exit costs"
deck design     = architect@1
deck technology = cto@1
deck money      = cfo@1
deck product    = cpo@1
deck failure    = resilience@1

ask options  "Which options exist?" as text
ask deadline "Weeks until it must be decided?" as number

position scenario "Deciding case"
  draw 1 from technology where id = cto-deciding-case top
position tradeoff "Conflicting qualities"
  draw 2 from design where id in (arch-quality-scenario, arch-way-there) top
  draw 1 from design where id in (arch-two-writers, arch-one-box, arch-yes-first, arch-order, arch-outbox, arch-cache-age, arch-as-it-was, arch-event-schema, arch-running-cases, arch-unpaid-part, arch-shared-lane, arch-clock-change, arch-foreign-limit, arch-stale-client, arch-own-mark) top
  draw 3 from design where id in (arch-two-writers, arch-one-box, arch-yes-first, arch-order, arch-outbox, arch-cache-age, arch-as-it-was, arch-event-schema, arch-running-cases, arch-unpaid-part, arch-shared-lane, arch-clock-change, arch-foreign-limit, arch-stale-client, arch-own-mark)
  draw 1 from product where id in (cpo-todays-cause, cpo-on-the-desk, cpo-outside-yes, cpo-plausible-wrong, cpo-who-works-more)
position undo "Cost of reversal"
  draw 3 from technology where id in (cto-reversible, cto-too-small-option, cto-skill) top
  draw 3 from technology where id in (cto-owner-at-night, cto-smallest-cut, cto-truth, cto-exit-data, cto-seller-says, cto-quota, cto-model-drift, cto-tenant-blast, cto-ten-times)
  draw 1 from failure where id in (resilience-restore, resilience-slow-rot, resilience-their-outage, resilience-what-they-hold, resilience-common-mode, resilience-cost-of-hour, resilience-catch-up) top
position exit "Cost in the third year"
  draw 1 from money where id = cfo-three-years top
  draw 1 from money where id in (cfo-commit-runway, cfo-peak-year, cfo-idle, cfo-kept-years, cfo-token-margin, cfo-exit-fee)

fact hurry = if deadline <= 2 then yes else no
say "Decided in a hurry: {hurry}. Scenarios: {scenario.titles}."
speak as architect about scenario, tradeoff, undo
`,
}
