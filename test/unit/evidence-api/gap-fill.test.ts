import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FillMessage } from '../../../lambdas/evidence/gap-fill/fill-queue.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { libraryOver } from './library-world.ts'
import { countingReviser, fillBody, revisionsOver, storedFor } from './revision-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at++)

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => `filling-tenant-${++tenants}`
const routesWith = (others: Partial<Parameters<typeof revisionsOver>[0]> = {}) =>
  revisionsOver({ db: world.db, now, ...others })

const ONE_GAP_FILL = { fills: 1, usage: [1], usedFills: 1 }

describe('gap-fill', () => {
  it('stores its log, uses one unit of the quota, and counts each inserted asset', async () => {
    const tenant = newTenant()
    const { fill, stock, list, publishedEvents } = routesWith()
    const id = await stock(tenant)
    const { status, body } = await fill(tenant, { body: fillBody() })
    expect([status, body.editor, body.creditsUsed]).toEqual([200, 'rules', 0])
    expect((body.iterationLog as { assetsInjected: string[] }[])[0]?.assetsInjected).toEqual([id])
    expect(body.finalGaps).toBeLessThan(Number(body.initialGaps))
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
    expect((await list(tenant, { query: { limit: 20 } })).body.gapFills).toMatchObject([
      { gapFillId: body.gapFillId, gapFillHash: body.gapFillHash, iterationLog: body.iterationLog },
    ])
    expect(publishedEvents.map(({ type }) => type)).toEqual([expect.stringContaining('evidence-gap-fill.completed')])
  })

  it('returns at once without a library if no gap exists', async () => {
    const tenant = newTenant()
    const { reviser, requests } = countingReviser()
    const content = { body: 'Plain words about bread.', publishedAt: '2026-11-01' }
    const { status, body } = await routesWith({ reviser }).fill(tenant, {
      body: fillBody({ content, targetPillars: ['Trustworthiness'] }),
    })
    expect([status, body]).toMatchObject([
      200,
      {
        iterations: 0,
        initialGaps: 0,
        finalGaps: 0,
        converged: true,
        revised: content,
        iterationLog: [],
        creditsUsed: 0,
      },
    ])
    expect([body.bailReason, requests]).toEqual([undefined, []])
    expect(await storedFor(world, tenant)).toMatchObject({ fills: 1, usedFills: 1 })
  })

  it('requires plan Pro or Team, an existing policy, and assets', async () => {
    const tenant = newTenant()
    const { fill, stock } = routesWith()
    expect((await routesWith({ tier: 'free' }).fill(tenant, { body: fillBody() })).code).toBe(
      'evidence_gap_fill_requires_pro',
    )
    expect((await fill(tenant, { body: fillBody() })).code).toBe('empty_library')
    await stock(tenant)
    expect((await fill(tenant, { body: fillBody({ policyVersion: 'none' }) })).code).toBe('unknown_policy_version')
    expect(await storedFor(world, tenant)).toMatchObject({ fills: 0, usedFills: 0 })
  })

  it('charges nothing if the model or the store fails', async () => {
    const tenant = newTenant()
    await routesWith().stock(tenant)
    const { reviser } = countingReviser(async () => ({ outcome: 'failed', cost: 900, cause: new Error('away') }))
    expect((await routesWith({ reviser }).fill(tenant, { body: fillBody() })).code).toBe('llm_failed')
    expect(await storedFor(world, tenant)).toMatchObject({ fills: 0, usage: [0], usedFills: 0 })
  })

  it('succeeds if its event cannot be sent', async () => {
    const tenant = newTenant()
    const { fill, stock } = routesWith({ bus: { send: () => Promise.reject(new Error('No bus')) } })
    await stock(tenant)
    expect((await fill(tenant, { body: fillBody() })).status).toBe(200)
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
  })

  it('creates one per key, and exactly 100 within the quota, for concurrent requests', async () => {
    const tenant = newTenant()
    const { fill, stock, publishedEvents } = routesWith()
    await stock(tenant)
    const sameKeyAnswers = await Promise.all(
      Array.from({ length: 200 }, () => fill(tenant, { body: fillBody(), key: 'one' })),
    )
    const done = sameKeyAnswers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => body.gapFillId)).size).toBe(1)
    expect(sameKeyAnswers.filter(({ status }) => status !== 200).map(({ code }) => code)).toEqual(
      Array.from({ length: 200 - done.length }, () => 'idempotency_in_progress'),
    )
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
    const mismatched = await fill(tenant, { body: fillBody({ maxIterations: 1 }), key: 'one' })
    expect(mismatched.code).toBe('idempotency_mismatch')

    const answers = []
    for (let nth = 0; nth < 94; nth++) answers.push(await fill(tenant, { body: fillBody({ maxIterations: 1 }) }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const crowd = await Promise.all(
      Array.from({ length: 40 }, () => fill(tenant, { body: fillBody({ maxIterations: 1 }) })),
    )
    expect(crowd.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = crowd.find(({ status }) => status !== 200)
    expect([refused?.code, refused?.extras]).toEqual([
      'evidence_gap_fill_quota_exceeded',
      { limit: 100, upgrade: '/pricing' },
    ])
    expect(await storedFor(world, tenant)).toMatchObject({ fills: 100, usedFills: 100, usage: [100] })
    // One each for the tenant and its organization.
    expect(publishedEvents.filter(({ type }) => type.includes('nearly_used'))).toHaveLength(2)
  })

  it('a crash at any call leaves it complete and counted, or absent', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        await routesWith().stock(tenant)
        await routesWith({ db: under(world, cut) })
          .fill(tenant, { body: fillBody(), key: 'k' })
          .catch(() => undefined)
        const { fills, usage, usedFills } = await storedFor(world, tenant)
        expect([name, usage, usedFills]).toEqual([name, [fills], fills])
        at += 100_000
        const again = await routesWith().fill(tenant, { body: fillBody(), key: 'k' })
        expect([name, again.status]).toEqual([name, 200])
        expect([name, await storedFor(world, tenant)]).toMatchObject([name, ONE_GAP_FILL])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(6)
  })
})

describe('asynchronous gap fill', () => {
  const acceptFill = async (tenant: string, key?: string) => {
    const { fill, queuedMessages } = routesWith()
    const answer = await fill(tenant, { body: fillBody(), prefer: 'respond-async', ...(key !== undefined && { key }) })
    return { answer, message: queuedMessages[0] as FillMessage }
  }

  it('returns 202, is completed by a worker, and stays available with its text for days', async () => {
    const tenant = newTenant()
    const { stock, work, get } = routesWith()
    await stock(tenant)
    const { answer, message } = await acceptFill(tenant)
    const params = { id: String(answer.body.gapFillId) }
    expect([answer.status, answer.headers.location]).toEqual([202, `/api/v1/evidence/gap-fills/${params.id}`])
    expect((await get(tenant, { params })).body.status).toBe('running')
    await work(message)
    await work(message)
    const { body } = await get(tenant, { params })
    expect([body.status, (body.result as { gapFillId: string }).gapFillId]).toEqual(['completed', params.id])
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
    expect((await get(newTenant(), { params })).code).toBe('not_found')
    at += 8 * 86_400_000
    expect((await get(tenant, { params })).body).toMatchObject({ status: 'completed', gapFillId: params.id })
  })

  it('creates one per key, and notifies its worker again', async () => {
    const tenant = newTenant()
    await routesWith().stock(tenant)
    const first = await acceptFill(tenant, 'k')
    const again = await acceptFill(tenant, 'k')
    expect([again.answer.body.gapFillId, again.message]).toEqual([first.answer.body.gapFillId, first.message])
    expect(again.answer.headers['idempotent-replayed']).toBe('true')
    await routesWith().work(first.message)
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
  })

  it('fails without a charge if the model fails, no worker can be notified, or none runs', async () => {
    const tenant = newTenant()
    const { stock, get } = routesWith()
    await stock(tenant)
    const { message } = await acceptFill(tenant)
    const { reviser } = countingReviser(async () => ({ outcome: 'failed', cost: 900 }))
    await routesWith({ reviser }).work(message)
    expect((await get(tenant, { params: { id: message.id } })).body).toMatchObject({
      status: 'failed',
      failure: { code: 'llm_failed' },
    })
    const withoutQueue = routesWith({ queue: { send: () => Promise.reject(new Error('No queue')) } })
    const refused = await withoutQueue.fill(tenant, { body: fillBody(), prefer: 'respond-async' })
    expect(refused.code).toBe('gap_fill_persist_failed')
    const lostJob = await acceptFill(tenant)
    at += 31 * 60_000
    expect((await get(tenant, { params: { id: lostJob.message.id } })).body).toMatchObject({ status: 'failed' })
    expect(await storedFor(world, tenant)).toMatchObject({ fills: 0, usage: [0] })
  })

  it('a crash of its worker at any call repeats no iteration, and completes it once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        await routesWith().stock(tenant)
        const { message } = await acceptFill(tenant)
        const { reviser, requests } = countingReviser(async ({ content }) => ({
          body: content.body.replace('Sourdough rises', 'Sourdough then rises'),
          cost: 1_000,
        }))
        await routesWith({ db: under(world, cut), reviser })
          .work(message)
          .catch(() => undefined)
        at += 1_000
        await routesWith({ reviser }).work(message)
        const { body } = await routesWith({ reviser }).get(tenant, { params: { id: message.id } })
        expect([name, body.status]).toEqual([name, 'completed'])
        // Only an iteration whose end was not stored is paid for again.
        expect(requests.length).toBeLessThanOrEqual(Number(body.iterations) + 1)
        expect([name, await storedFor(world, tenant)]).toMatchObject([name, ONE_GAP_FILL])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(7)
  })

  it('counts assets as they are at the end: changed ones, and no deleted ones', async () => {
    const tenant = newTenant()
    const { stock } = routesWith()
    const id = await stock(tenant)
    const { message } = await acceptFill(tenant)
    const { reviser } = countingReviser(async ({ content }) => {
      await libraryOver({ db: world.db, now }).update(tenant, {
        params: { id },
        body: { title: 'Another title of it' },
      })
      return { body: content.body, cost: 1 }
    })
    await routesWith({ reviser }).work(message)
    expect(await storedFor(world, tenant)).toMatchObject(ONE_GAP_FILL)
  })
})
