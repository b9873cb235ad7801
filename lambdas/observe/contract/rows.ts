import { rowKeys } from '@signet/kernel/row-kind'

/** Days until stored telemetry expires. Queries apply the retention of the plan, which is shorter. */
export const RETENTION_DAYS = 32
export const RETENTION = `${RETENTION_DAYS} days`

export const admittedWorkersRow = rowKeys({
  name: 'Workers that count against the worker limit of a tenant',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'WORKERS' },
  index: { gsi1pk: 'OBSERVED', gsi1sk: '<tenant>' },
  owner: 'organization',
  exported: { none: 'a list of the workers' },
  retention: 'until its account is deleted',
})

export const workerRow = rowKeys({
  name: 'Worker that has sent telemetry',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'W#<worker>' },
  owner: 'organization',
  exported: { file: 'observe-workers' },
  retention: 'as long as any of its telemetry is stored',
})

export const capRow = rowKeys({
  name: 'Events of a worker in a UTC day',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: 'CAP#<day>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-days' },
  retention: RETENTION,
})

/** Levels: M5 (five minutes), H1 (one hour), D1 (one day). A slot is the start of the interval. */
export const countRow = rowKeys({
  name: 'Counts and durations of traces, by start time',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: '<level>#<slot>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'counts of the traces' },
  retention: RETENTION,
})
