import type { IdempotencyKey } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admission, admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { requireGranted } from '../../support/granted.ts'
import { jobRow, manualClock } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const DAY_MS = 86_400_000
let world: TableWorld
const clock = manualClock()
const deps = () => ({ db: world.db, table: TABLE, now: clock.now })
const idempotency = (key: string, fingerprint = 'same'): IdempotencyKey => ({ key, fingerprint })

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Repeats the request while the first one is still being admitted (409), as a client does. */
const admitPatiently = async (tenant_id: string, key: IdempotencyKey): Promise<Admission & { own: string }> => {
  const row = jobRow({ tenant_id })
  for (let attempt = 0; ; attempt++) {
    try {
      return { ...(await requireGranted(admissionTable(deps()).admit(row, key))), own: row.job_id }
    } catch (error) {
      expect(error).toMatchObject({ code: 'idempotency_in_progress' })
      if (attempt === 50) throw error
    }
  }
}

describe('admission', () => {
  it('twenty concurrent requests with one key create one job, which all of them get', async () => {
    const tenant = 'tenant-many'
    const results = await Promise.all(Array.from({ length: 20 }, () => admitPatiently(tenant, idempotency('one'))))
    const admitted = results.filter(({ kind }) => kind === 'admitted')
    expect(admitted).toHaveLength(1)
    const { rows } = await jobTable(deps()).list(tenant, 100, undefined)
    expect(rows.map(({ job_id }) => job_id)).toEqual([admitted[0]?.own])
    for (const result of results) {
      if (result.kind === 'replayed') expect(result.jobId).toBe(admitted[0]?.own)
    }
  })

  it('refuses the key of another request with 422 and stores nothing', async () => {
    const { admit, find } = admissionTable(deps())
    const tenant_id = 'tenant-mismatch'
    await admit(jobRow({ tenant_id }), idempotency('k'))
    const mismatch = { code: 'idempotency_mismatch' }
    expect(await admit(jobRow({ tenant_id }), idempotency('k', 'other'))).toMatchObject(mismatch)
    expect(await find(tenant_id, idempotency('k', 'other'))).toMatchObject(mismatch)
    expect((await jobTable(deps()).list(tenant_id, 10, undefined)).rows).toHaveLength(1)
  })

  it('expires a key after exactly 24 hours', async () => {
    const { admit, find } = admissionTable(deps())
    const tenant_id = 'tenant-day'
    const first = jobRow({ tenant_id })
    await admit(first, idempotency('daily'))
    clock.advance(DAY_MS - 1000)
    expect(await find(tenant_id, idempotency('daily'))).toBe(first.job_id)
    clock.advance(1000)
    expect(await find(tenant_id, idempotency('daily'))).toBeUndefined()
    expect(await admit(jobRow({ tenant_id }), idempotency('daily', 'new'))).toMatchObject({ kind: 'admitted' })
  })

  it('separates the keys of two tenants', async () => {
    const { admit } = admissionTable(deps())
    expect(await admit(jobRow({ tenant_id: 'tenant-a' }), idempotency('shared'))).toMatchObject({ kind: 'admitted' })
    expect(await admit(jobRow({ tenant_id: 'tenant-b' }), idempotency('shared'))).toMatchObject({ kind: 'admitted' })
  })

  it('recognizes a put that the SDK repeated without a key', async () => {
    const { admit } = admissionTable(deps())
    const row = jobRow({ tenant_id: 'tenant-twice' })
    expect(await admit(row, undefined)).toMatchObject({ kind: 'admitted' })
    expect(await admit(row, undefined)).toMatchObject({ kind: 'admitted' })
    expect((await jobTable(deps()).list('tenant-twice', 10, undefined)).rows).toEqual([row])
  })
})
