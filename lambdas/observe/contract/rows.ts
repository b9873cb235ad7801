import { rowKeys } from '@signet/kernel/row-kind'

/** Days after which whatever was kept is deleted by itself; reads look at the time of the plan, which is shorter. */
export const KEPT_DAYS = 32
export const kept = `${KEPT_DAYS} days`

export const observedRow = rowKeys({
  name: 'Workers of a tenant that hold a place of the plan',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'WORKERS' },
  index: { gsi1pk: 'OBSERVED', gsi1sk: '<tenant>' },
  owner: 'organization',
  exported: { none: 'a list of the workers' },
  kept: 'until its account is deleted',
})

export const workerRow = rowKeys({
  name: 'Worker that has sent telemetry',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'W#<worker>' },
  owner: 'organization',
  exported: { file: 'observe-workers' },
  kept: 'as long as anything of it is kept',
})

export const capRow = rowKeys({
  name: 'Events of a worker in a day of UTC',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: 'CAP#<day>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-days' },
  kept,
})

/** Levels: M5 (five minutes), H1 (an hour), D1 (a day). */
export const countRow = rowKeys({
  name: 'Counts and durations of traces, by the time of their start',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: '<level>#<slot>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'counts of the traces' },
  kept,
})
