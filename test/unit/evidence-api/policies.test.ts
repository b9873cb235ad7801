import { POLICIES, policySha256 } from '@signet/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyCatalog } from '../../../lambdas/evidence/policies/policy-catalog.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { POLICY, policiesOver } from './policy-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `policy-tenant-${tenants}`
}

const routesOn = (tier: 'free' | 'pro' | 'team' = 'pro', db = world.db) => policiesOver({ db, tier })
const version = (nth: number) => ({ ...POLICY, version: `2026.11.${nth}` })

/** Policy versions of a tenant's organization. */
const storedVersions = async (tenant: string) =>
  (await routesOn().policies.all(`${tenant}-org`)).map((row) => `${row.id}@${row.version}`)

describe('policy version', () => {
  it('stores a version once with its hash, and refuses other content', async () => {
    const tenant = newTenant()
    const { put } = routesOn()
    const policy = { id: 'house-rules', ...POLICY }
    const created = await put(tenant, 'house-rules')
    expect([created.status, created.body]).toEqual([
      201,
      { policyVersion: 'house-rules@2026.11.1', owner: 'organization', sha256: policySha256(policy as never), policy },
    ])
    const again = await put(tenant, 'house-rules')
    expect([again.status, again.body]).toEqual([200, created.body])
    const other = await put(tenant, 'house-rules', { ...POLICY, name: 'Other rules' })
    expect([other.code, other.extras]).toEqual(['policy_version_taken', { sha256: created.body.sha256 }])
    expect((await put(tenant, 'house-rules', version(2))).status).toBe(201)
    expect(await storedVersions(tenant)).toEqual(['house-rules@2026.11.2', 'house-rules@2026.11.1'])
  })

  it('stores one of two concurrent versions with different content', async () => {
    const tenant = newTenant()
    const { put, get } = routesOn()
    const names = Array.from({ length: 20 }, (_, nth) => `Rules ${nth}`)
    const answers = await Promise.all(names.map((name) => put(tenant, 'house-rules', { ...POLICY, name })))
    const created = answers.filter(({ status }) => status === 201)
    expect([created.length, answers.filter(({ code }) => code === 'policy_version_taken').length]).toEqual([1, 19])
    expect((await get(tenant, 'house-rules')).body).toEqual(created[0]?.body)
  })

  it('requires plan Pro or Team, an unreserved id, and known detectors', async () => {
    const tenant = newTenant()
    const { put } = routesOn()
    const free = await routesOn('free').put(tenant, 'house-rules')
    expect([free.code, free.extras]).toEqual(['evidence_policy_requires_pro', { tier: 'free', upgrade: '/pricing' }])
    expect((await routesOn('team').put(newTenant(), 'house-rules')).status).toBe(201)
    expect((await put(tenant, 'eeat-core')).code).toBe('policy_id_reserved')
    const [requirement] = POLICY.requirements
    const requirements = [
      requirement,
      { ...requirement, detector: { kind: 'hunch@1' } },
      { ...requirement, id: 'OWN-02', detector: { kind: 'timeline@1', params: { dates: 99, days: 1 } } },
    ]
    expect((await put(tenant, 'house-rules', { ...POLICY, requirements })).extras).toEqual({
      errors: [
        { field: 'requirements.1.id', message: '"OWN-01" is used twice' },
        {
          field: 'requirements.1.detector.kind',
          message: expect.stringContaining('must be one of first-hand-share@1'),
        },
        { field: 'requirements.2.detector.params.days', message: 'is not a parameter of timeline@1' },
        { field: 'requirements.2.detector.params.dates', message: 'must be a number from 1 to 20' },
      ],
    })
    const broken = { ...POLICY, requirements: [{ ...requirement, suggestion: 'Half \ud800 a character' }] }
    await expect(put(tenant, 'house-rules', broken)).rejects.toMatchObject({
      code: 'invalid_input',
      extras: {
        errors: [{ field: 'requirements.0.suggestion', message: 'must be Unicode without lone surrogates' }],
      },
    })
    expect(await storedVersions(tenant)).toEqual([])
  })
})

describe('capacity of policy versions', () => {
  it('permits exactly 20 versions over all ids, for 200 concurrent requests', async () => {
    const tenant = newTenant()
    const { put } = routesOn()
    const sent = Array.from({ length: 200 }, (_, nth) => put(tenant, `rules-${nth % 7}`, version(nth)))
    const answers = await Promise.all(sent)
    const added = answers.filter(({ status }) => status === 201)
    const full = answers.filter(({ code }) => code === 'policy_limit')
    expect([added.length, full.length, (await storedVersions(tenant)).length]).toEqual([20, 180, 20])
    expect(full[0]?.extras).toEqual({ limit: 20, current: 20 })
    // Existing versions still return 200, and other organizations have their own capacity.
    const [first] = added.map(({ body }) => body.policy as { readonly id: string })
    const { id = '', ...content } = first ?? {}
    expect((await put(tenant, id, content)).status).toBe(200)
    expect((await put(newTenant(), 'rules-0')).status).toBe(201)
  })

  it('a crash at any call followed by a retry stores the version once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        const { put } = routesOn()
        for (let nth = 0; nth < 18; nth++) await put(tenant, 'rules', version(nth))
        await routesOn('pro', under(world, cut))
          .put(tenant, 'rules', version(18))
          .catch(() => undefined)
        expect([name, [200, 201].includes((await put(tenant, 'rules', version(18))).status)]).toEqual([name, true])
        expect([name, (await put(tenant, 'rules', version(19))).status]).toEqual([name, 201])
        expect([name, (await put(tenant, 'rules', version(20))).code]).toEqual([name, 'policy_limit'])
        expect([name, (await storedVersions(tenant)).length]).toEqual([name, 20])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(4)
  })
})

describe('policy catalog', () => {
  it("finds the newest version by number, a specific one, and Signet's first", async () => {
    const tenant = newTenant()
    const { put, catalog, get } = routesOn()
    for (const nth of [2, 10, 9]) await put(tenant, 'rules', version(nth))
    await put(tenant, 'rules', { ...POLICY, version: '2025.12.999' })
    const org = `${tenant}-org`
    const foundVersion = async (name: string) => (await catalog.find(org, name))?.version
    expect(await foundVersion('rules')).toBe('2026.11.10')
    expect(await foundVersion('rules@2026.11.2')).toBe('2026.11.2')
    expect(await foundVersion('rules@2026.11.3')).toBeUndefined()
    expect(await catalog.find(org, 'eeat-core')).toBe(POLICIES[0])
    for (const name of ['', 'rule', 'rules@', '@2026.11.2', 'rules#2026.11.2', 'rules@2026.11.2@x', 'eeat-core@1.1.1'])
      expect([name, await foundVersion(name)]).toEqual([name, undefined])
    expect((await get(tenant, 'eeat-core')).body).toMatchObject({ owner: 'signet', policy: POLICIES[0] })
  })

  it("reads a version once, and never returns one organization's cached policy to another", async () => {
    const tenant = newTenant()
    const { put, policies } = routesOn()
    await put(tenant, 'rules')
    let reads = 0
    const catalog = policyCatalog({
      all: policies.all,
      find: (...args) => {
        reads += 1
        return policies.find(...args)
      },
    })
    const find = (org = `${tenant}-org`) => catalog.find(org, 'rules@2026.11.1')
    const first = await find()
    expect([await find(), reads]).toEqual([first, 1])
    // Another organization does not receive it from the cache.
    expect([await find('other-org'), reads]).toEqual([undefined, 2])
    // A later version becomes the newest at once.
    await put(tenant, 'rules', version(2))
    expect((await catalog.find(`${tenant}-org`, 'rules'))?.version).toBe('2026.11.2')
  })
})

describe('policy list', () => {
  it("has Signet's policies, then the organization's by id, newest first, and no others", async () => {
    const tenant = newTenant()
    const { put, list, get } = routesOn()
    for (const [id, nth] of [
      ['zebra', 1],
      ['aardvark', 2],
      ['aardvark', 10],
    ] as const)
      await put(tenant, id, version(nth))
    const listed = (await list(tenant)).body.policies as {
      policyVersion: string
      owner: string
      requirements: object[]
    }[]
    const own = ['aardvark@2026.11.10', 'aardvark@2026.11.2', 'zebra@2026.11.1']
    expect(listed.map(({ policyVersion, owner }) => [policyVersion, owner])).toEqual([
      ...POLICIES.map(({ id, version: policyVersion }) => [`${id}@${policyVersion}`, 'signet']),
      ...own.map((name) => [name, 'organization']),
    ])
    const [{ detector: _detector, ...requirement }] = POLICY.requirements
    expect(listed.at(-1)?.requirements).toEqual([requirement])
    const otherTenant = newTenant()
    expect((await list(otherTenant)).body.policies).toHaveLength(POLICIES.length)
    expect(await get(otherTenant, 'zebra')).toEqual(await get(otherTenant, 'nothing'))
    expect((await get(otherTenant, 'zebra')).code).toBe('not_found')
  })
})
