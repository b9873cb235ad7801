import { newUuid } from '@signet/kernel'
import { paymentTable } from '@signet/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiDeps } from '../../../lambdas/images/api/deps.ts'
import { acceptGeneration, quoteGeneration } from '../../../lambdas/images/api/generate.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { NO_LIFECYCLES } from '../../../lambdas/images/models/lifecycle.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../support/granted.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { jobRow, manualClock, NO_OPENINGS, request } from '../../support/sample-job.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const log = createLog({ write: () => {} })
let world: TableWorld
let api: ReturnType<typeof service>
beforeAll(async () => {
  world = await openTable()
})
beforeEach(() => {
  api = service(newUuid())
})
afterAll(() => world.close())

const service = (tenantId: string) => {
  const { now } = manualClock()
  const table = { db: world.db, table: TABLE, now }
  const state = { hasPainter: true }
  const caller = { kind: 'key', tenantId, plan: 'free', scopes: ['generate'], rateKey: tenantId } as const
  const deps: ApiDeps = {
    jobs: jobTable(table),
    admissions: admissionTable(table),
    payments: paymentTable(withOwnAccounts(table)),
    queue: { send: async () => {} },
    openings: NO_OPENINGS,
    bucket: memoryBucket(),
    milestone: { read: async () => ({ backers: 0, unlockedAt: undefined }) },
    spend: memorySpendGuard(),
    lifecycles: async () => NO_LIFECYCLES,
    providerFor: async () => (state.hasPainter ? 'offline' : undefined),
    publishEnd: async () => {},
    publishEvents: async () => true,
    allowsLoopback: false,
    newId: newUuid,
    drawSeed: () => 7,
    now,
    sleep: async () => {},
    metrics: { record: () => {} },
    ownsTenant: async () => false,
    version: '0',
  }
  const context = { caller, log, baseUrl: 'https://images.example' }
  return {
    state,
    tenantId,
    deps,
    accept: (body: object, key?: string) => requireGranted(acceptGeneration(deps)(request(body), key, context)),
    quote: (body: object, key?: string) =>
      requireGranted(quoteGeneration(deps)(request({ ...body, dry_run: true }), key, context)),
  }
}

const refusal = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    ({ code, extras }: { code: string; extras: { errors?: { field: string }[] } }) => [code, extras.errors?.[0]?.field],
  )

describe('a request repeated with its key', () => {
  it('returns its job, even if the checks that it passed would fail by now', async () => {
    const { row } = await api.accept({}, 'k')
    api.state.hasPainter = false
    expect(await refusal(api.accept({}, 'other'))).toEqual(['unavailable', undefined])
    const again = await api.accept({}, 'k')
    expect([again.row.job_id, again.isReplay, again.waitsByDefault]).toEqual([row.job_id, true, true])
  })
})

describe('a quote', () => {
  const edit = { quality_tier: 'draft', edge_model: 'sd-1.5-img2img' }

  it.each([
    ['an input that is not an image', { ...edit, input_image: 'AAAA' }, 'input_image'],
    ['a source that is not an asset', { ...edit, input_asset_url: 'https://images.example/a' }, 'input_asset_url'],
    ['an absent job', { ...edit, input_asset_url: `https://images.example/v2/assets/${newUuid()}` }, 'input_asset_url'],
    ['two different keys', { idempotency_key: 'one' }, 'idempotency_key'],
  ])('fails for %s, as the request does', async (_, body, field) => {
    const expectedRefusal = ['invalid_input', field]
    expect(await refusal(api.quote(body, 'two'))).toEqual(expectedRefusal)
    expect(await refusal(api.accept(body, 'two'))).toEqual(expectedRefusal)
  })

  it('fails for another tenant’s source and for an unfinished one', async () => {
    const foreign = jobRow({ tenant_id: newUuid(), state: 'completed' })
    const unfinished = jobRow({ tenant_id: api.tenantId })
    for (const row of [foreign, unfinished]) {
      await api.deps.admissions.admit(row, undefined)
      const url = `https://images.example/v2/assets/${row.job_id}`
      expect(await refusal(api.quote({ ...edit, input_asset_url: url }))).toEqual(['invalid_input', 'input_asset_url'])
    }
  })

  it('fails for a key of another request and of a deleted job, but not of the same request', async () => {
    const { row } = await api.accept({ seed: 1 }, 'k')
    expect(await refusal(api.quote({ seed: 2 }, 'k'))).toEqual(['idempotency_mismatch', undefined])
    expect(await api.quote({ seed: 1 }, 'k')).toMatchObject({ would_succeed: true })
    await api.deps.jobs.softDelete(keyOf(row))
    expect(await refusal(api.quote({ seed: 1 }, 'k'))).toEqual(['invalid_input', 'idempotency_key'])
  })
})
