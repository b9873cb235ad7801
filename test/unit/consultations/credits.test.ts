import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { hanging, type RuntimeOverride, refusing, unreachable } from '../../support/paid-world.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { ASKED, consultationsOver, runtimeInMemory, type WorldOptions } from './consultation-world.ts'

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
const over = (runtime: ReturnType<typeof runtimeInMemory>, others: Partial<WorldOptions> = {}) =>
  consultationsOver({ db: world.db, now, runtime, ...others })

/** Returns true if the response of a key is stored. */
const hasStoredResponse = async (tenant: string) =>
  (await world.partition(`CONSULT#${tenant}`)).some(({ result }) => result !== undefined)

const CISO = { ...ASKED, role: 'ciso' }

const REQUESTS = [
  ['a run', 'consult', ASKED, ['cto']],
  ['a run of ciso, before which cto is asked', 'consult', CISO, ['cto', 'ciso']],
  ['a bootstrap', 'bootstrap', { role: 'cto' }, []],
] as const

describe('credit when the function crashes at any call', () => {
  it.each(REQUESTS)(
    'confirms the credit for %s with a key only with its response, and a retry ends with one',
    async (_, operation, body, roles) => {
      const runs = await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepCutting: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const request = { body, key: 'k' }
          const dying = over(runtime, { db: under(world, cut), cut })
          await dying[operation](tenant, request).catch(() => undefined)
          letLeaseExpire()
          const { [operation]: ask, used } = over(runtime)
          const isThere = await hasStoredResponse(tenant)
          expect([name, await used(tenant)]).toEqual([name, isThere ? 1 : 0])
          const again = await ask(tenant, request)
          expect([name, again.status, again.headers['idempotent-replayed']]).toEqual([
            ...[name, 200, isThere ? 'true' : undefined],
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
      const whole = crashPoint(Number.POSITIVE_INFINITY, 'before')
      await over(runtimeInMemory(), { db: under(world, whole), cut: whole })[operation](newTenant(), { body })
      const last = `after call ${whole.calls - 1}`
      await atEveryCall(
        (call, moment) => crashPoint(call, moment, { keepCutting: true }),
        async (cut, name) => {
          const tenant = newTenant()
          const runtime = runtimeInMemory()
          const dying = over(runtime, { db: under(world, cut), cut })
          const answer = await dying[operation](tenant, { body }).catch(() => undefined)
          letLeaseExpire()
          const isKept = answer?.status === 200 || name === last
          expect([name, await over(runtime).used(tenant)]).toEqual([name, isKept ? 1 : 0])
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
        const failing = over(runtime, { db: under(world, cut), cut })
        const first = await failing[operation](tenant, request).catch(() => undefined)
        letLeaseExpire()
        const { [operation]: ask, used } = over(runtime)
        const isThere = await hasStoredResponse(tenant)
        expect([name, await used(tenant)]).toEqual([name, isThere ? 1 : 0])
        if (first?.status === 200) expect([name, isThere]).toEqual([name, true])
        expect([name, (await ask(tenant, request)).status]).toEqual([name, 200])
        expect([name, await used(tenant), runtime.rolesRun()]).toEqual([name, 1, roles])
      })
    },
  )
})

describe('credit when the runtime responds incorrectly', () => {
  const errors = [{ field: 'intention', message: 'is required' }]

  it.each([
    ['400', refusing(400, 'invalid_input', { errors }), 'invalid_input'],
    ['401', refusing(401, 'unauthenticated'), 'upstream_failed'],
    ['403', refusing(403, 'plan_required'), 'upstream_failed'],
    ['404', refusing(404, 'not_found'), 'upstream_failed'],
    ['409', refusing(409, 'receipt_conflict'), 'upstream_failed'],
    ['422', refusing(422, 'idempotency_mismatch'), 'upstream_failed'],
    ['429 of its rate', refusing(429, 'rate_limited'), 'rate_limited'],
    ['429 of its quota', refusing(429, 'quota_exceeded'), 'upstream_failed'],
    ['500', refusing(500, 'internal'), 'upstream_failed'],
    ['503', refusing(503, 'unavailable'), 'upstream_failed'],
    ['no JSON', () => new Response('<html>', { status: 200 }), 'upstream_failed'],
    ['nothing in time', hanging, 'upstream_failed'],
    ['no connection', unreachable, 'upstream_failed'],
  ] as const)('releases the credit at once: %s', async (_, instead, code) => {
    for (const [, operation, body] of REQUESTS) {
      for (const key of [undefined, 'k']) {
        const tenant = newTenant()
        const { [operation]: ask, used } = over(runtimeInMemory(instead))
        const signal = AbortSignal.timeout(instead === hanging ? 30 : 5_000)
        const answer = await ask(tenant, { body, signal, ...(key && { key }) })
        expect([operation, answer.code, await used(tenant)]).toEqual([operation, code, 0])
      }
    }
  })

  it('releases the credit of a run that was not inscribed', async () => {
    const tenant = newTenant()
    const { consult, used } = over(runtimeInMemory(() => Response.json({ role: 'cto', response: 'Said' })))
    expect([(await consult(tenant, { body: ASKED })).code, await used(tenant)]).toEqual(['upstream_failed', 0])
  })

  it('confirms the credit after the runtime was briefly busy', async () => {
    let busy = 3
    const instead: RuntimeOverride = (request, init) =>
      busy-- > 0 ? refusing(409, 'receipt_conflict')(request, init) : undefined
    const tenant = newTenant()
    const runtime = runtimeInMemory(instead)
    const { consult, used } = over(runtime)
    expect([(await consult(tenant, { body: ASKED })).status, await used(tenant)]).toEqual([200, 1])
    expect(new Set(runtime.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('credits of concurrent requests', () => {
  it('never exceed the quota: of 200 requests at its limit three succeed, and the others get upgrade', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult, used } = over(runtime, { tier: 'pro' })
    for (let i = 0; i < 47; i++) await consult(tenant, { body: ASKED })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => consult(tenant, { body: ASKED, ...(i % 2 && { key: `k${i}` }) })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status, code, extras } of answers) {
      if (status !== 200) expect([code, extras.upgrade]).toEqual(['quota_exceeded', '/pricing'])
    }
    expect([await used(tenant), runtime.runs.size]).toEqual([50, 50])
  })

  it('equal the number of successful responses, whatever the runtime returns', async () => {
    const fates = fc.array(fc.constantFrom('answers', 'fails', 'refuses', 'breaks off'), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(fates, fc.boolean(), async (each, isNamed) => {
        const tenant = newTenant()
        const instead: RuntimeOverride = (request, init) => {
          const fate = each[Number(request.body.seed)]
          if (fate === 'fails') return refusing(500, 'internal')(request, init)
          if (fate === 'refuses') return refusing(400, 'invalid_input', { errors: [] })(request, init)
          return fate === 'breaks off' ? unreachable(request, init) : undefined
        }
        const { consult, used } = over(runtimeInMemory(instead))
        const ask = (seed: number) => consult(tenant, { body: { ...ASKED, seed }, ...(isNamed && { key: `k${seed}` }) })
        const answers = await Promise.all(each.map((_fate, seed) => ask(seed)))
        const answered = answers.filter(({ status }) => status === 200).length
        expect([answered <= 3, await used(tenant)]).toEqual([true, answered])
      }),
      { numRuns: scaled(25, 150) },
    )
  })

  it('one key uses one credit: other requests wait or get the same response', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult, used } = over(runtime)
    const answers = await Promise.all(Array.from({ length: 20 }, () => consult(tenant, { body: ASKED, key: 'k' })))
    for (const { status, code } of answers) {
      expect(status === 200 || code === 'idempotency_in_progress').toBe(true)
    }
    const again = await consult(tenant, { body: ASKED, key: 'k' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    const other = await consult(tenant, { body: { ...ASKED, intention: 'Another' }, key: 'k' })
    expect([other.code, await used(tenant), runtime.runs.size]).toEqual(['idempotency_mismatch', 1, 1])
  })

  it('past 80 percent, one event per cycle and a warning in each response', async () => {
    const tenant = newTenant()
    const { consult, sentEvents } = over(runtimeInMemory())
    const eventTypes = []
    for (const i of [0, 1, 2])
      eventTypes.push((await consult(tenant, { body: { ...ASKED, seed: i } })).headers['x-quota-warning'])
    expect(eventTypes).toEqual([undefined, undefined, 'scaffolds; used=3; limit=3'])
    const subjects = sentEvents.map((event) => (event as { data: { subject_id: string } }).data.subject_id)
    expect(subjects).toEqual([tenant, `${tenant}-org`])
  })

  it('an expired hold costs nothing and does not affect others', async () => {
    for (const key of [undefined, 'k']) {
      const tenant = newTenant()
      const others = over(runtimeInMemory())
      const late: RuntimeOverride = async () => {
        at += 61_000
        for (let i = 0; i < 3; i++) await others.consult(tenant, { body: ASKED })
        return undefined as never
      }
      const runtime = runtimeInMemory((request, init) =>
        runtime.requests.length === 1 ? late(request, init) : undefined,
      )
      const { consult, used } = over(runtime)
      const answer = await consult(tenant, { body: ASKED, ...(key && { key }) })
      expect([answer.status, await used(tenant)]).toEqual([200, 3])
    }
  })
})
