import { rowKeys } from '@signet/kernel/row-kind'
import { RETENTION } from './retention.ts'

const jobRetention = `${RETENTION.jobDays} days from creation (\`expires_at\`); its \`ttl\` is 7 days later`
const keys = { pk: '<tenant>', sk: 'JOB#<job>' } as const
const openIndex = { gsi1pk: 'OPEN#<shard>', gsi1sk: '<since>#<job>' } as const

/** A job that still needs work. The index sorts such rows by the time since when they need it. */
export const openJobRow = rowKeys({
  name: 'Unfinished job, or job under removal',
  prefix: 'TENANT#',
  keys,
  index: openIndex,
  owner: 'tenant',
  exported: { file: 'jobs' },
  retention: jobRetention,
})

/** The same row after the job has ended. The index sorts such rows by the time of their next due action. */
export const dueJobRow = rowKeys({
  name: 'Job that has ended',
  prefix: 'TENANT#',
  keys,
  index: { gsi1pk: 'DUE#<shard>', gsi1sk: '<due>#<job>' },
  owner: 'tenant',
  exported: { none: 'the same rows as those of open jobs' },
  retention: jobRetention,
})

export const tombstoneRow = rowKeys({
  name: 'Tombstone of a deleted job',
  prefix: 'TENANT#',
  keys,
  index: openIndex,
  owner: 'tenant',
  exported: { none: 'a deleted job' },
  retention: 'until its objects are removed; 7 days at most',
})
