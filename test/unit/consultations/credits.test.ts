import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { neverResponds, type RuntimeOverride, refuseWith, unreachable } from '../../support/paid-world.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { CONSULTATION, consultationsOver, runtimeInMemory, type WorldOptions } from './consultation-world.ts'

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
  return `tenant-${tenants}`
}
const routesOver = (runtime: ReturnType<typeof runtimeInMemory>, others: Partial<WorldOptions> = {}) =>
  consultationsOver({ db: world.db, now, runtime, ...others })

/** Returns true if the response of a key is stored. */
const hasStoredResponse = async (tenant: string) =>
  (await world.partition(`CONSULT#${tenant}`)).some(({ result }) => result !== undefined)

const CISO = { ...CONSULTATION, role: 'ciso' }

const REQUESTS = [
  ['a run', 'consult', CONSULTATION, ['cto']],
  ['a run of ciso, before which cto is asked', 'consult', CISO, ['cto', 'ciso']],
  ['a bootstrap', 'bootstrap', { role: 'cto' }, []],
] as const

describe('credit when the function crashes at any call', () => {
  it.each(REQUESTS)(
    'confirms the credit for %s with a key only with its response, and a retry ends with one',
    async (_, operation, body, roles) => {
      const runs = await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const request = { body, key: 'k' }
          const crashing = routesOver(runtime, { db: under(world, cut), crash: cut })
          await crashing[operation](tenant, request).catch(() => undefined)
          letLeaseExpire()
          const { [operation]: ask, used } = routesOver(runtime)
          const isStored = await hasStoredResponse(tenant)
          expect([name, await used(tenant)]).toEqual([name, isStored ? 1 : 0])
          const again = await ask(tenant, request)
          expect([name, again.status, again.headers['idempotent-replayed']]).toEqual([
            ...[name, 200, isStored ? 'true' : undefined],
          ])
          expect([name, await used(tenant), runtime.rolesRun()]).toEqual([name, 1, roles])
        },
      )
      expect(runs).toBeGreaterThan(4)
    },
  )

  it.each(REQUESTS)(
    'releases the credit for %s without a key, unless only its confirmation was left',
    async (_, operation, body) => {
      const withoutCrash = crashPoint(Number.POSITIVE_INFINITY, 'before')
      await routesOver(runtimeInMemory(), { db: under(world, withoutCrash), crash: withoutCrash })[operation](
        newTenant(),
        { body },
      )
      const lastCall = `after call ${withoutCrash.calls - 1}`
      await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const crashing = routesOver(runtime, { db: under(world, cut), crash: cut })
          const answer = await crashing[operation](tenant, { body }).catch(() => undefined)
          letLeaseExpire()
          const isConfirmed = answer?.status === 200 || name === lastCall
          expect([name, await routesOver(runtime).used(tenant)]).toEqual([name, isConfirmed ? 1 : 0])
        },
      )
    },
  )
})

describe('credit when one call fails', () => {
  it.each(REQUESTS)(
    'confirms the credit for %s exactly when its response is stored, and a retry ends with one',
    async (_, operation, body, roles) => {
      await atEveryCall(crashPoint, async (cut, name) => {
        const tenant = newTenant()
        const runtime = runtimeInMemory()
        const request = { body, key: 'k' }
        const failing = routesOver(runtime, { db: under(world, cut), crash: cut })
        const first = await failing[operation](tenant, request).catch(() => undefined)
        letLeaseExpire()
        const { [operation]: ask, used } = routesOver(runtime)
        const isStored = await hasStoredResponse(tenant)
        expect([name, await used(tenant)]).toEqual([name, isStored ? 1 : 0])
        if (first?.status === 200) expect([name, isStored]).toEqual([name, true])
        expect([name, (await ask(tenant, request)).status]).toEqual([name, 200])
        expect([name, await used(tenant), runtime.rolesRun()]).toEqual([name, 1, roles])
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
    ['404', refuseWith(404, 'not_found'), 'upstream_failed'],
    ['409', refuseWith(409, 'receipt_conflict'), 'upstream_failed'],
    ['422', refuseWith(422, 'idempotency_mismatch'), 'upstream_failed'],
    ['429 of its rate', refuseWith(429, 'rate_limited'), 'rate_limited'],
    ['429 of its quota', refuseWith(429, 'quota_exceeded'), 'upstream_failed'],
    ['500', refuseWith(500, 'internal'), 'upstream_failed'],
    ['503', refuseWith(503, 'unavailable'), 'upstream_failed'],
    ['no JSON', () => new Response('<html>', { status: 200 }), 'upstream_failed'],
    ['nothing in time', neverResponds, 'upstream_failed'],
    ['no connection', unreachable, 'upstream_failed'],
  ] as const)('releases the credit at once: %s', async (_, override, code) => {
    for (const [, operation, body] of REQUESTS) {
      for (const key of [undefined, 'k']) {
        const tenant = newTenant()
        const { [operation]: ask, used } = routesOver(runtimeInMemory(override))
        const signal = AbortSignal.timeout(override === neverResponds ? 30 : 5_000)
        const answer = await ask(tenant, { body, signal, ...(key && { key }) })
        expect([operation, answer.code, await used(tenant)]).toEqual([operation, code, 0])
      }
    }
  })

  it('releases the credit of a run that was not inscribed', async () => {
    const tenant = newTenant()
    const { consult, used } = routesOver(runtimeInMemory(() => Response.json({ role: 'cto', response: 'Said' })))
    expect([(await consult(tenant, { body: CONSULTATION })).code, await used(tenant)]).toEqual(['upstream_failed', 0])
  })

  it('confirms the credit after the runtime was briefly busy', async () => {
    let busy = 3
    const override: RuntimeOverride = (request, init) =>
      busy-- > 0 ? refuseWith(409, 'receipt_conflict')(request, init) : undefined
    const tenant = newTenant()
    const runtime = runtimeInMemory(override)
    const { consult, used } = routesOver(runtime)
    expect([(await consult(tenant, { body: CONSULTATION })).status, await used(tenant)]).toEqual([200, 1])
    expect(new Set(runtime.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('credits of concurrent requests', () => {
  it('never exceed the quota: of 200 requests at its limit three succeed, and the others get upgrade', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult, used } = routesOver(runtime, { tier: 'pro' })
    for (let i = 0; i < 47; i++) await consult(tenant, { body: CONSULTATION })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => consult(tenant, { body: CONSULTATION, ...(i % 2 && { key: `k${i}` }) })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, code, extras } of answers) {
      if (status !== 200) expect([code, extras.upgrade]).toEqual(['quota_exceeded', '/pricing'])
    }
    expect([await used(tenant), runtime.runs.size]).toEqual([50, 50])
  })

  it('equal the number of successful responses, whatever the runtime returns', async () => {
    const outcomes = fc.array(fc.constantFrom('answers', 'fails', 'refuses', 'breaks off'), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(outcomes, fc.boolean(), async (outcomesBySeed, isNamed) => {
        const tenant = newTenant()
        const override: RuntimeOverride = (request, init) => {
          const outcome = outcomesBySeed[Number(request.body.seed)]
          if (outcome === 'fails') return refuseWith(500, 'internal')(request, init)
          if (outcome === 'refuses') return refuseWith(400, 'invalid_input', { errors: [] })(request, init)
          return outcome === 'breaks off' ? unreachable(request, init) : undefined
        }
        const { consult, used } = routesOver(runtimeInMemory(override))
        const ask = (seed: number) =>
          consult(tenant, { body: { ...CONSULTATION, seed }, ...(isNamed && { key: `k${seed}` }) })
        const answers = await Promise.all(outcomesBySeed.map((_fate, seed) => ask(seed)))
        const answered = answers.filter(({ status }) => status === 200).length
        expect([answered <= 3, await used(tenant)]).toEqual([true, answered])
      }),
      { numRuns: scaled(25, 150) },
    )
  })

  it('one key uses one credit: other requests wait or get the same response', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult, used } = routesOver(runtime)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => consult(tenant, { body: CONSULTATION, key: 'k' })),
    )
    for (const { status, code } of answers) {
      expect(status === 200 || code === 'idempotency_in_progress').toBe(true)
    }
    const again = await consult(tenant, { body: CONSULTATION, key: 'k' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    const other = await consult(tenant, { body: { ...CONSULTATION, intention: 'Another' }, key: 'k' })
    expect([other.code, await used(tenant), runtime.runs.size]).toEqual(['idempotency_mismatch', 1, 1])
  })

  it('past 80 percent, one event per cycle and a warning in each response', async () => {
    const tenant = newTenant()
    const { consult, sentEvents } = routesOver(runtimeInMemory())
    const eventTypes = []
    for (const i of [0, 1, 2])
      eventTypes.push((await consult(tenant, { body: { ...CONSULTATION, seed: i } })).headers['x-quota-warning'])
    expect(eventTypes).toEqual([undefined, undefined, 'scaffolds; used=3; limit=3'])
    const subjects = sentEvents.map((event) => (event as { data: { subject_id: string } }).data.subject_id)
    expect(subjects).toEqual([tenant, `${tenant}-org`])
  })

  it('an expired hold costs nothing and does not affect others', async () => {
    for (const key of [undefined, 'k']) {
      const tenant = newTenant()
      const others = routesOver(runtimeInMemory())
      const late: RuntimeOverride = async () => {
        at += 61_000
        for (let i = 0; i < 3; i++) await others.consult(tenant, { body: CONSULTATION })
        return undefined as never
      }
      const runtime = runtimeInMemory((request, init) =>
        runtime.requests.length === 1 ? late(request, init) : undefined,
      )
      const { consult, used } = routesOver(runtime)
      const answer = await consult(tenant, { body: CONSULTATION, ...(key && { key }) })
      expect([answer.status, await used(tenant)]).toEqual([200, 3])
    }
  })
})
