import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { keyItemKey } from '@signet/identity'
import { idempotencyItemKey } from '@signet/kernel'
import { accountRows } from '@signet/ledger/rows'
import { webhookSecretRow } from '@signet/webhooks/rows'
import { describe, expect, it } from 'vitest'
import { rows } from '../../../lambdas/imagegen/contract/rows.ts'
import { dueEntry, jobItemKey, openEntry } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import { lifecycleItemKey } from '../../../lambdas/imagegen/models/lifecycle-table.ts'
import { milestoneTable } from '../../../lambdas/imagegen/models/milestone-table.ts'
import { tenantCountItemKey, tenantItemKey } from '../../../lambdas/imagegen/tenants/tenant-keys.ts'
import { quotaCounter } from '../../../layers/kernel/src/limits/quota-row.ts'
import { rateCounter } from '../../../layers/kernel/src/limits/rate-row.ts'
import { kindsOf } from '../../support/shown-keys.ts'

/** The key that the milestone's table asks for; it has no builder to call. */
const milestoneKey = async (): Promise<Record<string, string>> => {
  let asked: Record<string, string> = {}
  const db = {
    send: async ({ input }: { input: { Key: Record<string, string> } }) => {
      asked = input.Key
      return {}
    },
  }
  await milestoneTable({ db: db as unknown as DynamoDBDocumentClient, table: 't' }).read()
  return asked
}

const job = { tenantId: 'tenant-1', jobId: 'job-1' }
const open = { ...jobItemKey(job), ...openEntry(job, '2026-11-22') }

/** The builders of keys, by the kind of row that each makes. Partitions of an index are numbered. */
const MADE: readonly (readonly [kind: string, keys: Readonly<Record<string, string>>])[] = [
  ['Job that has not ended', open],
  ['Job that has ended', { ...jobItemKey(job), ...dueEntry(job, new Date(0)) }],
  ['Tombstone of a deleted job', open],
  ['Idempotency key', idempotencyItemKey('TENANT#tenant-1', 'once')],
  ['API key', keyItemKey('digest')],
  [
    'Requests of one subject in one window',
    { pk: 'RATE#getAsset#address-3000-per-1m#address-a1', sk: 'WINDOW#1763769600' },
  ],
  ['Tenant', tenantItemKey('user-1', 'tenant-1')],
  ['Number of tenants of a user', tenantCountItemKey('user-1')],
  ['Idempotency key of tenant management', idempotencyItemKey('USER#user-1', 'once')],
  ['What a provider says of the end of a model', lifecycleItemKey('model-1')],
  ['Community milestone', await milestoneKey()],
]

/** Rows whose keys are built from what is described. */
const BUILT_FROM_KEYS = [rateCounter, quotaCounter, webhookSecretRow, ...accountRows].map(({ name }) => name)

describe('the rows that the image service describes', () => {
  it.each(MADE)('have the keys that the code builds: %s', (kind, keys) => {
    expect(kindsOf(rows, keys)).toContain(kind)
  })

  it('are each built by the code', () => {
    const made = [...MADE.map(([kind]) => kind), ...BUILT_FROM_KEYS]
    expect(rows.map(({ name }) => name).filter((name) => !made.includes(name))).toEqual([])
  })
})
