import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuntimeOverride } from '../../support/paid-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { CONSULTATION, consultationsOver, runtimeInMemory } from './consultation-world.ts'

let world: TableWorld
const now = () => new Date('2026-11-22T09:00:00Z')

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `asks-${tenants}`
}

const routesOver = (runtime: ReturnType<typeof runtimeInMemory>) =>
  consultationsOver({ db: world.db, now, runtime, tier: 'pro' })

/** Run requests that the runtime received. */
const runRequestsIn = ({ requests }: ReturnType<typeof runtimeInMemory>) =>
  requests.filter(({ path }) => path === '/agents/run')

describe('consultation', () => {
  it.each([
    ['symbolic', 'structured', '# Said'],
    ['natural', 'narrative', '# Said'],
    ['structured-only', 'structured', ''],
  ])('mode %s requests %s, always inscribes, and returns its own mode', async (responseMode, mode, response) => {
    const runtime = runtimeInMemory()
    const tenant = newTenant()
    const { body } = await routesOver(runtime).consult(tenant, { body: { ...CONSULTATION, responseMode, seed: 7 } })
    expect(body).toMatchObject({ responseMode, response, hash: expect.any(String) })
    const [run] = runRequestsIn(runtime)
    expect(run?.body).toEqual({
      role: 'cto',
      intention: CONSULTATION.intention,
      seed: 7,
      responseMode: mode,
      inscribe: true,
    })
    expect(run?.headers['x-querent-ids']).toBe(tenant)
  })

  it('accepts any object as context, converted to texts', async () => {
    const runtime = runtimeInMemory()
    const context = { exposure: 'public', team: 3, live: false, regions: ['eu', 'us'], shop: { name: 'A' }, none: null }
    await routesOver(runtime).consult(newTenant(), { body: { ...CONSULTATION, context } })
    expect(runRequestsIn(runtime)[0]?.body.context).toEqual({
      exposure: 'public',
      team: '3',
      live: 'false',
      regions: 'eu, us',
      shop: '{"name":"A"}',
      none: 'null',
    })
  })

  it.each([
    ['more than 32 members', Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`c${i}`, i])), 'context'],
    ['a text of more than 2,000 characters', { long: 'x'.repeat(2_001) }, 'context.long'],
    ['an object that is longer as JSON', { long: { text: 'x'.repeat(2_000) } }, 'context.long'],
    ['a name of more than 100 characters', { ['n'.repeat(101)]: 'x' }, 'context'],
  ])('a context of %s returns 400 without a call of the runtime', async (_, context, field) => {
    const runtime = runtimeInMemory()
    const tenant = newTenant()
    const { consult, used } = routesOver(runtime)
    const { code, extras } = await consult(tenant, { body: { ...CONSULTATION, context } })
    expect([code, extras.errors, runtime.requests.length, await used(tenant)]).toEqual([
      ...['invalid_input', [expect.objectContaining({ field })], 0, 0],
    ])
  })
})

describe('role ciso', () => {
  const CISO = { ...CONSULTATION, role: 'ciso', seed: 7, context: { team: 3 } }

  it('without a run of cto, runs it first with the same intention and seed: two receipts and one credit', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult, used } = routesOver(runtime)
    const { body } = await consult(tenant, { body: CISO })
    const [, cto, ciso] = runRequestsIn(runtime)
    expect(cto?.body).toEqual({ role: 'cto', intention: CONSULTATION.intention, seed: 7, inscribe: true })
    const from = [...runtime.runs.values()].find(({ role }) => role === 'cto')?.hash
    expect(ciso?.body).toMatchObject({ role: 'ciso', bundle_from: 'newest', context: { team: '3' } })
    expect(body).toMatchObject({ role: 'ciso', metadata: { bound_from: from } })
    expect([await used(tenant), runtime.runs.size]).toEqual([1, 2])
  })

  it('uses the newest run of cto', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { consult } = routesOver(runtime)
    for (const seed of [1, 2]) await consult(tenant, { body: { ...CONSULTATION, seed } })
    const newest = [...runtime.runs.values()].at(-1)?.hash
    const { body } = await consult(tenant, { body: CISO })
    expect([body.metadata, runtime.rolesRun()]).toEqual([
      expect.objectContaining({ bound_from: newest }),
      ['cto', 'cto', 'ciso'],
    ])
  })

  it('reports a mismatch if a deck of the organization requires another kind of fact', async () => {
    const errors = [
      { field: 'bundle_bindings.exposure', message: 'must be a number or "unknown"' },
      { field: 'seed', message: 'must be another' },
    ]
    const mismatchingDeck: RuntimeOverride = ({ body }) =>
      body.role === 'ciso' ? Response.json({ error: 'No', code: 'invalid_input', errors }, { status: 400 }) : undefined
    const tenant = newTenant()
    const runtime = runtimeInMemory(mismatchingDeck)
    const { consult, used } = routesOver(runtime)
    const { code, extras } = await consult(tenant, { body: CISO })
    expect([code, extras.errors, await used(tenant)]).toEqual([
      'invalid_input',
      [
        {
          field: 'role',
          message: 'does not accept the facts of the newest run of cto: exposure must be a number or "unknown"',
        },
        { field: 'seed', message: 'must be another' },
      ],
      0,
    ])
  })

  it('a retry is the same run for the runtime', async () => {
    let cisoRequests = 0
    const crashingOnce: RuntimeOverride = ({ body }) => {
      // The first call finds no run of cto, and the second crashes.
      if (body.role !== 'ciso' || ++cisoRequests !== 2) return undefined
      return Response.json({ error: 'No', code: 'internal' }, { status: 500 })
    }
    const tenant = newTenant()
    const runtime = runtimeInMemory(crashingOnce)
    const { consult, used } = routesOver(runtime)
    expect((await consult(tenant, { body: CISO, key: 'k' })).code).toBe('upstream_failed')
    const { status } = await consult(tenant, { body: CISO, key: 'k' })
    expect([status, runtime.rolesRun(), await used(tenant)]).toEqual([200, ['cto', 'ciso'], 1])
    const [, , first, second] = runRequestsIn(runtime)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })
})

describe('idempotency key at the runtime', () => {
  it('derives from tenant, operation, body and day', async () => {
    let day = 22
    const runtime = runtimeInMemory()
    const at = () => new Date(`2026-11-${day}T09:00:00Z`)
    const { consult } = consultationsOver({ db: world.db, now: at, runtime, tier: 'pro' })
    const ada = newTenant()
    const bob = newTenant()
    await consult(ada, { body: CONSULTATION, key: 'k' })
    await consult(bob, { body: CONSULTATION, key: 'k' })
    day = 24
    // The platform has expired the key, and the runtime retains it.
    await consult(ada, { body: { ...CONSULTATION, seed: 1 }, key: 'k' })
    day = 26
    await consult(ada, { body: { ...CONSULTATION, seed: 1 }, key: 'k' })
    expect(runtime.runs.size).toBe(4)
  })
})

describe('memory of a role', () => {
  it('belongs to the tenant and is free of charge; returns 502 while the runtime fails', async () => {
    const tenant = newTenant()
    const runtime = runtimeInMemory()
    const { memory, used } = routesOver(runtime)
    expect((await memory(tenant, { params: { role: 'cto' } })).body).toEqual({ exists: false })
    expect([runtime.requests[0]?.headers['x-querent-ids'], await used(tenant)]).toEqual([tenant, 0])
    const failing = routesOver(runtimeInMemory(() => Response.json({ error: 'No', code: 'internal' }, { status: 500 })))
    expect((await failing.memory(tenant, { params: { role: 'cto' } })).code).toBe('upstream_failed')
  })
})
