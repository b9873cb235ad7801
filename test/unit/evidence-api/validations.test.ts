import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { newUuid, quotas } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { quotaNotices } from '@signet/ledger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyCatalog } from '../../../lambdas/evidence/policies/policy-catalog.ts'
import { policyTable } from '../../../lambdas/evidence/policies/policy-table.ts'
import { validateRoute } from '../../../lambdas/evidence/validations/validate-route.ts'
import { validationTable } from '../../../lambdas/evidence/validations/validation-table.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { callRoute, silentLog } from '../../support/paid-world.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `checking-tenant-${tenants}`
}

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }
const publishedEvents: { readonly type: string; readonly data: object }[] = []

const validateOn = (db: DynamoDBDocumentClient = world.db, tier: 'free' | 'pro' = 'free') => {
  const tables = { db, table: TABLE, now, backoff: { sleep: async () => undefined, random: Math.random } }
  const send = async <Event>(events: readonly Event[]) => {
    publishedEvents.push(...(events as readonly never[]))
    return events
  }
  const bus = outbox({ table: outboxTable(tables), bus: { send }, log: silentLog }) as never
  const notices = quotaNotices({ ...tables, outbox: bus })
  const validations = validationTable({ ...tables, notices })
  return callRoute(
    validateRoute({
      ...tables,
      notices,
      validations,
      newId: newUuid,
      ceiling: 1,
      catalog: policyCatalog(policyTable(tables)),
      quotas: quotas(tables, '/pricing'),
      tierStatusOf: async () => ({ tier, cycle }),
    }),
  )
}

const requestOf = (content: unknown, policyVersion = 'eeat-core') => ({ body: { content, policyVersion } })

/** The tenant's used quota and validations. */
const usage = async (tenant: string) => {
  const rows = await world.partition(`EVIDENCE#${tenant}-org`)
  const [counter] = (await world.rows('USE#')).filter(
    ({ pk, used }) => String(pk) === `USE#${tenant}` && used !== undefined,
  )
  return {
    used: Number(counter?.used ?? 0),
    ids: rows.filter(({ policyVersion }) => policyVersion).map(({ id }) => id),
  }
}

describe('validation', () => {
  it('returns the verdict of a text or a body, and the cached one within the hour', async () => {
    const tenant = newTenant()
    const ask = validateOn()
    const first = await ask(tenant, requestOf('We are the best.\r\nAlways.'))
    expect([first.status, first.body]).toEqual([
      200,
      {
        validationId: expect.any(String),
        cached: false,
        score: expect.any(Number),
        hasGaps: true,
        gapCount: (first.body.gaps as object[]).length,
        policyVersion: 'eeat-core@2026.11.1',
        policyName: expect.any(String),
        gaps: expect.any(Array),
        suggestions: expect.any(Array),
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    const again = await ask(tenant, requestOf({ body: 'We are the best.\nAlways.' }, 'eeat-core@2026.11.1'))
    expect(again.body).toEqual({ ...first.body, cached: true })
    expect(await usage(tenant)).toEqual({ used: 1, ids: [first.body.validationId] })

    const other = await ask(tenant, requestOf('We are the best.\nAlways.', 'technical-docs'))
    const foreign = await ask(newTenant(), requestOf('We are the best.\nAlways.'))
    at += 3_600_001
    const later = await ask(tenant, requestOf('We are the best.\nAlways.'))
    const ids = [first, other, foreign, later].map(({ body }) => body.validationId)
    expect([new Set(ids).size, [other, foreign, later].map(({ body }) => body.cached)]).toEqual([
      4,
      [false, false, false],
    ])
    expect(later.body).toEqual({ ...first.body, validationId: ids[3] })
    expect((await usage(tenant)).used).toBe(3)
  })

  it('200 concurrent identical requests create and count one validation', async () => {
    const tenant = newTenant()
    const ask = validateOn()
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(tenant, requestOf('The same text.'))))
    const [id] = answers.map(({ body }) => body.validationId)
    expect(answers.map(({ status, body }) => [status, body.validationId])).toEqual(answers.map(() => [200, id]))
    expect(answers.filter(({ body }) => !body.cached)).toHaveLength(1)
    expect(await usage(tenant)).toEqual({ used: 1, ids: [id] })
  })

  it('a crash at any call leaves a validation with its count, or neither', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        await validateOn(under(world, cut))(tenant, requestOf('A text.')).catch(() => undefined)
        const { used, ids } = await usage(tenant)
        expect([name, used]).toEqual([name, ids.length])
        const again = await validateOn()(tenant, requestOf('A text.'))
        expect([name, again.status, again.body.cached]).toEqual([name, 200, ids.length === 1])
        expect([name, await usage(tenant)]).toEqual([name, { used: 1, ids: [again.body.validationId] }])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(4)
  })

  it('stops at the quota, notifies once at 80 percent, and still returns cached validations', async () => {
    const tenant = newTenant()
    const ask = validateOn()
    publishedEvents.length = 0
    const answers = []
    for (let nth = 0; nth < 49; nth++) answers.push(await ask(tenant, requestOf(`Text ${nth}.`)))
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, nth) => ask(tenant, requestOf(`Late text ${nth}.`))))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(crowd.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = crowd.find(({ status }) => status !== 200)
    expect([refused?.code, refused?.extras]).toEqual([
      'evidence_validation_quota_exceeded',
      { limit: 50, upgrade: '/pricing' },
    ])
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(tenant, requestOf('Text 0.'))).body.cached).toBe(true)
    expect([
      (await usage(tenant)).used,
      publishedEvents.filter(({ type }) => type.includes('nearly_used')),
    ]).toMatchObject([
      50,
      // One each for the tenant and its organization.
      [`${tenant}`, `${tenant}-org`].map((subject_id) => ({
        data: { subject_id, meter: 'evidence_validations', limit: 50, used: 40 },
      })),
    ])
    expect((await validateOn(world.db, 'pro')(tenant, requestOf('One more.'))).status).toBe(200)
  })

  it('requires an existing policy', async () => {
    const ask = validateOn()
    for (const name of ['nothing', 'eeat-core@1999.01.1', ''])
      expect((await ask(newTenant(), requestOf('A text.', name))).code).toBe('unknown_policy_version')
  })
})
