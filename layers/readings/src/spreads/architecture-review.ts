import type { Spread } from './spread.ts'

export const architectureReview: Spread = {
  name: 'architecture_review',
  version: '1.0.0',
  title: 'Architecture under worst-case conditions',
  script: `spread architecture_review "Architecture under worst-case conditions"
deck design     = architect@1
deck threats    = stride-core@1
deck failure    = resilience@1
deck choices    = cto@1
deck shapes     = patterns@1

ask peak     "Requests per second at the peak?" as number
ask store    "Where does it store its state?" as one of none, keyvalue, relational, object, vector, cache
ask dispatch "How does it pass work on?" as one of sync, queue, stream, fanout, steps

position truth "Source of truth and data loss"
  draw all from design where id in (arch-two-writers, arch-in-memory, arch-repeat-and-missed)
position strain "Bottlenecks and single points of failure"
  draw 3 from design where id in (arch-one-box, arch-foreign-limit, arch-unpaid-part) top
position fits "Typical faults of this design"
  draw 2 from design where id in (arch-stale-client, arch-shared-lane, arch-way-there, arch-quality-scenario, arch-sync-chain, arch-own-mark, arch-as-it-was, arch-order, arch-event-schema, arch-running-cases, arch-cache-age, arch-clock-change, arch-yes-first) top
  draw 2 from design where id in (arch-stale-client, arch-shared-lane, arch-way-there, arch-quality-scenario, arch-sync-chain, arch-own-mark, arch-as-it-was, arch-order, arch-event-schema, arch-running-cases, arch-cache-age, arch-clock-change, arch-yes-first)
position boundary "Trust boundaries"
  draw 1 from threats where id in (stride-foreign-id, stride-rule-on-paper, stride-device-in-hand, stride-stolen-session, stride-noisy-neighbor, stride-clock) top
position recovery "Recovery"
  draw 2 from failure where id in (resilience-safe-state, resilience-second-person, resilience-restore, resilience-reconnect-wave, resilience-catch-up, resilience-retry-storm, resilience-all-workers, resilience-slow-rot, resilience-sent-then-died, resilience-common-mode, resilience-refuse-first, resilience-last-success, resilience-cost-of-hour)
  draw 2 from choices where id in (cto-truth, cto-ten-times, cto-quota, cto-by-six, cto-same-work, cto-contract-version, cto-tenant-blast, cto-smallest-cut, cto-owner-at-night)
position shape "Pattern and its weak point"
  draw 1 from shapes top

fact scale = if peak >= 100 then high else usual
say "Scale: {scale}. State: {store}."
speak as architect about truth, strain, recovery
`,
}
