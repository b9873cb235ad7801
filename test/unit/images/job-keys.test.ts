import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  jobItemKey,
  jobKeyFor,
  OPEN_PARTITIONS,
  openEntry,
  readOpenEntry,
} from '../../../lambdas/images/jobs/job-keys.ts'
import { idempotencyItemKey } from '../../../layers/kernel/src/table/idempotency.ts'

const key = fc.record({ tenantId: fc.oneof(fc.uuid(), fc.stringMatching(/^anon-[0-9a-f]{32}$/)), jobId: fc.uuid() })

describe('job keys', () => {
  it('derive from the id alone for anonymous callers, and from the tenant for all others', () => {
    const [firstNetwork, secondNetwork] = [
      { kind: 'anonymous', tenantId: 'anon-1' },
      { kind: 'anonymous', tenantId: 'anon-2' },
    ] as const
    expect(jobKeyFor(firstNetwork, 'j')).toEqual(jobKeyFor(secondNetwork, 'j'))
    expect(jobKeyFor(firstNetwork, 'j')).not.toEqual(jobKeyFor(firstNetwork, 'k'))
    expect(jobKeyFor({ kind: 'key', tenantId: 't' }, 'j')).toEqual({ tenantId: 't', jobId: 'j' })
  })

  it('can be parsed from an index entry into the job and the time', () => {
    fc.assert(
      fc.property(key, fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') }), (job, at) => {
        const item = { ...jobItemKey(job), ...openEntry(job, at.toISOString()) }
        expect(readOpenEntry(item)).toEqual({ key: job, since: at })
      }),
    )
  })

  it('map to one of the partitions that the sweeper reads, always the same one', () => {
    fc.assert(
      fc.property(key, (job) => {
        const { gsi1pk } = openEntry(job, '2026-11-20T00:00:00.000Z')
        expect(OPEN_PARTITIONS).toContain(gsi1pk)
        expect(openEntry(job, '2027-01-01T00:00:00.000Z').gsi1pk).toBe(gsi1pk)
      }),
    )
  })

  it('spread over every partition of the open index', () => {
    const used = new Set(
      fc.sample(key, { numRuns: 400, seed: 7 }).map((job) => openEntry(job, '2026-11-20T00:00:00.000Z').gsi1pk),
    )
    expect([...used].sort()).toEqual([...OPEN_PARTITIONS].sort())
  })

  it("never contain a caller's idempotency key, and fit DynamoDB's 1024 bytes at any length", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }), (text) => {
        const { pk, sk } = idempotencyItemKey('TENANT#tenant', { key: text })
        expect(pk).toBe('TENANT#tenant')
        expect(sk).toMatch(/^IDEM#[0-9a-f]{64}$/)
      }),
    )
  })

  it('separate two tenants with the same idempotency key', () => {
    expect(idempotencyItemKey('a', { key: 'same' })).not.toEqual(idempotencyItemKey('b', { key: 'same' }))
  })
})
