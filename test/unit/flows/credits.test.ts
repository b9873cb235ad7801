import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { neverResponds, type RuntimeOverride, refuseWith, unreachable } from '../../support/paid-world.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { type FlowWorldOptions, flowsOver, REQUEST, runtimeInMemory } from './flow-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => new Date(at)
/** Longer than a hold and than the lease of a key. */
const letLeaseExpire = () => {
  at += 91_000
}

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `flow-tenant-${tenants}`
}
const routesOver = (runtime: ReturnType<typeof runtimeInMemory>, others: Partial<FlowWorldOptions> = {}) =>
  flowsOver({ db: world.db, now, runtime, tier: 'pro', ...others })

/** Returns true if the response of a key is stored. */
const hasStoredResponse = async (tenant: string) =>
  (await world.partition(`FLOWKEY#${tenant}`)).some(({ result }) => result !== undefined)

const REQUESTS = [
  ['a flow', REQUEST],
  ['a flow whose documents are edited', { ...REQUEST, oracle: true }],
] as const

describe('credit when the function crashes at any call', () => {
  it.each(REQUESTS)(
    'confirms the credit for %s with a key only with its response, and a retry ends with one',
    async (_, body) => {
      const runs = await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const crashing = routesOver(runtime, { db: under(world, cut), crash: cut })
          await crashing.create(tenant, { body, key: 'k' }).catch(() => undefined)
          letLeaseExpire()
          const { create, report, used } = routesOver(runtime)
          const isStored = await hasStoredResponse(tenant)
          expect([name, await used(tenant)]).toEqual([name, isStored ? 1 : 0])
          const again = await create(tenant, { body, key: 'k' })
          expect([name, again.status, again.headers['idempotent-replayed']]).toEqual([
            ...[name, 201, isStored ? 'true' : undefined],
          ])
          expect([name, await used(tenant), runtime.flows.size]).toEqual([name, 1, 1])
          const { enhanced } = (await report(tenant, { params: { id: again.body.id } })).body
          expect([name, again.body.oracle_enhanced]).toEqual([name, enhanced])
        },
      )
      expect(runs).toBeGreaterThan(4)
    },
  )

  it.each(REQUESTS)(
    'releases the credit for %s without a key, unless the confirmation took effect',
    async (_, body) => {
      const confirmed: string[] = []
      await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const crashing = routesOver(runtime, { db: under(world, cut), crash: cut })
          const answer = await crashing.create(tenant, { body }).catch(() => undefined)
          letLeaseExpire()
          const used = await routesOver(runtime).used(tenant)
          if (answer?.status === 201) expect([name, used]).toEqual([name, 1])
          else if (used > 0) confirmed.push(name)
        },
      )
      expect(confirmed.filter((name) => !name.startsWith('after'))).toEqual([])
    },
  )
})

describe('credit when one call fails', () => {
  it.each(REQUESTS)(
    'confirms the credit for %s exactly when its response is stored, and a retry ends with one',
    async (_, body) => {
      await atEveryCall(crashPoint, async (cut, name) => {
        const tenant = newTenant()
        const runtime = runtimeInMemory()
        const failing = routesOver(runtime, { db: under(world, cut), crash: cut })
        const first = await failing.create(tenant, { body, key: 'k' }).catch(() => undefined)
        letLeaseExpire()
        const { create, used } = routesOver(runtime)
        const isStored = await hasStoredResponse(tenant)
        expect([name, await used(tenant)]).toEqual([name, isStored ? 1 : 0])
        if (first?.status === 201) expect([name, isStored]).toEqual([name, true])
        expect([name, (await create(tenant, { body, key: 'k' })).status]).toEqual([name, 201])
        expect([name, await used(tenant), runtime.flows.size]).toEqual([name, 1, 1])
      })
    },
  )
})

describe('credit when the runtime responds incorrectly', () => {
  const errors = [{ field: 'intention', message: 'is required' }]

  it.each([
    ['400', refuseWith(400, 'invalid_input', { errors }), 'invalid_input'],
    ['401', refuseWith(401, 'unauthenticated'), 'upstream_failed'],
    ['403', refuseWith(403, 'plan_required'), 'upstream_failed'],
    ['409', refuseWith(409, 'receipt_conflict'), 'upstream_failed'],
    ['422', refuseWith(422, 'idempotency_mismatch'), 'upstream_failed'],
    ['429 of its rate', refuseWith(429, 'rate_limited'), 'rate_limited'],
    ['429 of its quota', refuseWith(429, 'quota_exceeded'), 'upstream_failed'],
    ['500', refuseWith(500, 'internal'), 'upstream_failed'],
    ['503', refuseWith(503, 'unavailable'), 'upstream_failed'],
    ['no JSON', () => new Response('<html>', { status: 200 }), 'upstream_failed'],
    ['a scaffold that was not inscribed', () => Response.json({ success: true }), 'upstream_failed'],
    ['nothing in time', neverResponds, 'upstream_failed'],
    ['no connection', unreachable, 'upstream_failed'],
  ] as const)('releases the credit at once: %s', async (_, override: RuntimeOverride, code) => {
    for (const key of [undefined, 'k']) {
      const tenant = newTenant()
      const { create, used } = routesOver(runtimeInMemory(override))
      const signal = AbortSignal.timeout(override === neverResponds ? 30 : 5_000)
      const answer = await create(tenant, { body: REQUEST, signal, ...(key && { key }) })
      expect([answer.code, await used(tenant)]).toEqual([code, 0])
    }
  })

  it('confirms the credit after the runtime was briefly busy', async () => {
    let busy = 3
    const override: RuntimeOverride = (request, init) =>
      busy-- > 0 ? refuseWith(409, 'receipt_conflict')(request, init) : undefined
    const tenant = newTenant()
    const runtime = runtimeInMemory(override)
    const { create, used } = routesOver(runtime)
    expect([(await create(tenant, { body: REQUEST })).status, await used(tenant)]).toEqual([201, 1])
    expect(new Set(runtime.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('credits of concurrent requests', () => {
  it('equal the number of successful responses, whatever the runtime returns', async () => {
    const outcomes = fc.array(fc.constantFrom('answers', 'fails', 'refuses', 'breaks off'), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(outcomes, fc.boolean(), async (outcomesByIndex, isNamed) => {
        const tenant = newTenant()
        const override: RuntimeOverride = (request, init) => {
          const outcome = outcomesByIndex[Number(String(request.body.projectType).slice(1))]
          if (outcome === 'fails') return refuseWith(500, 'internal')(request, init)
          if (outcome === 'refuses') return refuseWith(400, 'invalid_input', { errors: [] })(request, init)
          return outcome === 'breaks off' ? unreachable(request, init) : undefined
        }
        const { create, used } = routesOver(runtimeInMemory(override), { tier: 'free' })
        const answers = await Promise.all(
          outcomesByIndex.map((_fate, nth) =>
            create(tenant, { body: { ...REQUEST, project_type: `p${nth}` }, ...(isNamed && { key: `k${nth}` }) }),
          ),
        )
        const answered = answers.filter(({ status }) => status === 201).length
        expect([answered <= 3, await used(tenant)]).toEqual([true, answered])
      }),
      { numRuns: scaled(20, 150) },
    )
  })

  it('one key uses one credit: other requests wait or get the same response', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { create, used } = routesOver(runtime)
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(tenant, { body: REQUEST, key: 'k' })))
    for (const { status, code } of answers) expect(status === 201 || code === 'idempotency_in_progress').toBe(true)
    const again = await create(tenant, { body: REQUEST, key: 'k' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    const other = await create(tenant, { body: { ...REQUEST, intention: 'Another' }, key: 'k' })
    expect([other.code, await used(tenant), runtime.flows.size]).toEqual(['idempotency_mismatch', 1, 1])
  })
})

describe('flow', () => {
  it('creation passes tenant and project type to the runtime', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    await routesOver(runtime).create(tenant, { body: { ...REQUEST, project_type: 'worker' } })
    const [request] = runtime.requests
    expect(request?.body).toEqual({ intention: REQUEST.intention, projectType: 'worker', inscribe: true })
    expect([request?.headers['x-querent-ids'], request?.headers['idempotency-key']]).toEqual([
      tenant,
      expect.stringMatching(/^platform-/),
    ])
  })

  it('the list is empty and logged while the runtime fails; a foreign cursor returns 400', async () => {
    for (const override of [refuseWith(500, 'internal'), refuseWith(429, 'rate_limited'), unreachable]) {
      const { list } = routesOver(runtimeInMemory(override))
      expect((await list(newTenant(), { query: { limit: 20 } })).body).toEqual({ flows: [], next_cursor: null })
    }
    const errors = [{ field: 'cursor', message: 'is none of this list' }]
    const { list } = routesOver(runtimeInMemory(refuseWith(400, 'invalid_input', { errors })))
    expect((await list(newTenant(), { query: { limit: 20, cursor: 'x' } })).code).toBe('invalid_input')
  })

  it('an update reports errors in the caller’s files, and hides errors in platform answers', async () => {
    const refused =
      (field: string): RuntimeOverride =>
      ({ path }) =>
        path === '/scaffold/update'
          ? Response.json({ error: 'No', code: 'invalid_input', errors: [{ field, message: 'no' }] }, { status: 400 })
          : undefined
    for (const [field, code] of [
      ['files.0.path', 'invalid_input'],
      ['answers.pattern', 'upstream_failed'],
    ] as const) {
      const tenant = newTenant()
      const { create, update } = routesOver(runtimeInMemory(refused(field)))
      const { id } = (await create(tenant, { body: REQUEST })).body
      expect((await update(tenant, { params: { id }, body: { files: [] } })).code).toBe(code)
    }
  })
})
