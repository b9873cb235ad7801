import type { ServiceRow } from '@signet/contracts'
import { apiKeyRow } from '@signet/identity/key-rows'
import { quotaCounter } from '@signet/kernel/quota-row'
import { rateCounter } from '@signet/kernel/rate-row'
import { accountRows } from '@signet/ledger/rows'
import { webhookSecretRow } from '@signet/webhooks/rows'
import { RETENTION } from './retention.ts'

const job = { pk: 'TENANT#<tenant>', sk: 'JOB#<job>' }
const ofJobs = `${RETENTION.jobDays} days from creation (\`expires_at\`); its \`ttl\` is 7 days later`
const open = { ...job, gsi1pk: 'OPEN#<0-7>', gsi1sk: '<since>#<job>' }

/** Jobs, tenants and what they share with callers. */
const ofTenants: readonly ServiceRow[] = [
  { name: 'Job that has not ended', prefix: 'TENANT#', shown: open, kept: ofJobs },
  {
    name: 'Job that has ended',
    prefix: 'TENANT#',
    shown: { ...job, gsi1pk: 'DUE#<0-7>', gsi1sk: '<due>#<job>' },
    kept: ofJobs,
  },
  {
    name: 'Tombstone of a deleted job',
    prefix: 'TENANT#',
    shown: open,
    kept: 'until its objects are gone; 7 days at most',
  },
  {
    name: 'Idempotency key',
    prefix: 'TENANT#',
    shown: { pk: 'TENANT#<tenant>', sk: 'IDEM#<sha-256>' },
    kept: '24 hours from its first use',
  },
  apiKeyRow,
  rateCounter,
  { name: 'Tenant', prefix: 'USER#', shown: { pk: 'USER#<user>', sk: 'TENANT#<tenant>' }, kept: 'for ever' },
  {
    name: 'Number of tenants of a user',
    prefix: 'USER#',
    shown: { pk: 'USER#<user>', sk: 'COUNT' },
    kept: 'for ever',
  },
  {
    name: 'Idempotency key of tenant management',
    prefix: 'USER#',
    shown: { pk: 'USER#<user>', sk: 'IDEM#<sha-256>' },
    kept: '24 hours from its first use',
  },
  {
    name: 'What a provider says of the end of a model',
    prefix: 'MODEL#',
    shown: { pk: 'MODEL#lifecycle', sk: 'MODEL#<model>' },
    kept: 'for ever',
  },
  {
    name: 'Community milestone',
    prefix: 'MILESTONE#',
    shown: { pk: 'MILESTONE#frontier', sk: 'MILESTONE' },
    kept: 'for ever',
  },
  webhookSecretRow,
]

/** Rows of the image service. */
export const rows: readonly ServiceRow[] = [...ofTenants, ...accountRows, quotaCounter]
