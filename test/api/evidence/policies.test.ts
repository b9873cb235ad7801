import { POLICIES, policySha256, validate } from '@signet/evidence'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import {
  getPolicyAs,
  listPoliciesAs,
  POLICY,
  type PolicyBody,
  putPolicyAs,
  type ValidationBody,
  validateAs,
} from './evidence-world.ts'

const PATH = '/api/v1/evidence/policies'
const ID = 'house-rules'
const TEXT = 'We weighed every loaf.'

describe('PUT /api/v1/evidence/policies/:id', () => {
  test('201 with the complete policy and its hash, 200 for the same content', async () => {
    const ada = await paidPerson()
    const { status, body } = await putPolicyAs(ada, ID)
    const policy = { id: ID, ...POLICY }
    expect([status, body]).toEqual([
      201,
      { policyVersion: `${ID}@2026.11.1`, owner: 'organization', sha256: policySha256(policy), policy },
    ])
    const again = await putPolicyAs(ada, ID)
    expect([again.status, again.body]).toEqual([200, body])
  })

  test('409 for other content, for a reserved id, and above 20 versions', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const created = (await putPolicyAs(ada, ID)).body
    const conflict = await putPolicyAs(ada, ID, { name: 'Other rules' })
    expect([conflict.status, conflict.body.code, conflict.body.sha256]).toEqual([
      409,
      'policy_version_taken',
      created.sha256,
    ])
    const reserved = await putPolicyAs(ada, 'eeat-core')
    expect([reserved.status, reserved.body.code]).toEqual([409, 'policy_id_reserved'])
    const versions = Array.from({ length: 24 }, (_, nth) => ({ version: `2026.12.${nth}` }))
    const answers = await Promise.all(versions.map((version, nth) => putPolicyAs(ada, `rules-${nth % 3}`, version)))
    // One version is stored already, so 19 of the 24 fit.
    const full = answers.filter(({ status }) => status !== 201)
    expect(full.map(({ status, body: { code, limit, current } }) => [status, code, limit, current])).toEqual(
      Array(5).fill([409, 'policy_limit', 20, 20]),
    )
    expect((await putPolicyAs(bob, ID)).status).toBe(201)
  })

  test('402 with upgrade on plan Free, and nothing is stored', async () => {
    const ada = await newPerson()
    const { status, body } = await putPolicyAs(ada, ID)
    expect([status, body]).toMatchObject([
      402,
      { code: 'evidence_policy_requires_pro', tier: 'free', upgrade: '/pricing' },
    ])
    expect((await getPolicyAs(ada, ID)).status).toBe(404)
  })

  test('400 with field and rule, 401, 403, 413 with the limit', async () => {
    const ada = await paidPerson()
    const [requirement] = POLICY.requirements
    const wrong = [
      [ID, 'version', { version: '1.0.0' }],
      [ID, 'requirements', { requirements: [] }],
      [ID, 'requirements.0.detector.kind', { requirements: [{ ...requirement, detector: { kind: 'hunch@1' } }] }],
      [ID, 'requirements.1.id', { requirements: [requirement, requirement] }],
      [ID, 'id', { id: 'x' }],
      ['ab', 'id', {}],
      ['House-Rules', 'id', {}],
      [`a${'b'.repeat(60)}`, 'id', {}],
    ] as const
    for (const [id, field, body] of wrong) {
      const refused = await putPolicyAs(ada, id, body)
      expect([id, refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        ...[id, 400, 'invalid_input', field],
      ])
    }
    const large = await putPolicyAs(ada, ID, { appliesTo: 'x'.repeat(131_072) })
    expect([large.status, large.body.code, large.body.limit]).toEqual([413, 'payload_too_large', 131_072])
    const request = { body: POLICY, as: 'putEvidencePolicy' }
    expect((await call('PUT', `${PATH}/${ID}`, request)).status).toBe(401)
    const key = await keyOfPerson(ada, ['evidence:read', 'evidence:run'])
    expect((await call('PUT', `${PATH}/${ID}`, { ...request, key })).status).toBe(403)
    expect((await listPoliciesAs(ada)).body.policies).toHaveLength(POLICIES.length)
  })
})

describe('GET /api/v1/evidence/policies/:id', () => {
  test('200 with the reproducible policy, in its newest or a specific version', async () => {
    const ada = await paidPerson()
    for (const version of ['2026.11.2', '2026.11.10']) await putPolicyAs(ada, ID, { version })
    const key = await keyOfPerson(ada, ['evidence:read'])
    const get = (name: string) => call<PolicyBody>('GET', `${PATH}/${name}`, { key, as: 'getEvidencePolicy' })
    const newest = await get(ID)
    expect([newest.status, newest.body.policyVersion]).toEqual([200, `${ID}@2026.11.10`])
    expect(policySha256(newest.body.policy)).toBe(newest.body.sha256)
    expect((await get(`${ID}@2026.11.2`)).body.policy.version).toBe('2026.11.2')
    for (const policy of POLICIES) {
      const { body } = await get(policy.id)
      expect([body.owner, body.sha256, body.policy]).toEqual(['signet', policySha256(policy), policy])
    }
  })

  test("404 for a missing policy and another organization's, 401, 403", async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    await putPolicyAs(ada, ID)
    for (const name of [ID, `${ID}@2026.11.1`]) {
      const foreign = await getPolicyAs(bob, name)
      const none = await getPolicyAs(bob, 'no-rules')
      expect([foreign.status, foreign.body]).toEqual([404, none.body])
    }
    expect((await getPolicyAs(ada, `${ID}@2026.11.3`)).status).toBe(404)
    const as = 'getEvidencePolicy'
    expect((await call('GET', `${PATH}/${ID}`, { as })).status).toBe(401)
    expect((await call('GET', `${PATH}/${ID}`, { as, key: await keyOfPerson(ada, ['evidence:run']) })).status).toBe(403)
  })
})

describe('policy of an organization', () => {
  test('appears after those of Signet, and only to its organization', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    await putPolicyAs(ada, ID)
    const listed = async (person: typeof ada) =>
      (await listPoliciesAs(person)).body.policies.map(({ policyVersion, owner }) => [policyVersion, owner])
    const signet = POLICIES.map(({ id, version }) => [`${id}@${version}`, 'signet'])
    expect(await listed(ada)).toEqual([...signet, [`${ID}@2026.11.1`, 'organization']])
    expect(await listed(bob)).toEqual(signet)
  })

  test('checks texts as the package does, and is unknown to other organizations', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { policy } = (await putPolicyAs(ada, ID)).body
    const { active: _active, policySha256: _hash, ...verdict } = validate(TEXT, policy)
    expect([verdict.score, verdict.gapCount]).toEqual([0, 1])
    const checked = await validateAs(ada, { content: TEXT, policyVersion: ID })
    expect([checked.status, checked.body]).toEqual([
      200,
      { ...verdict, validationId: expect.any(String), cached: false },
    ])
    const key = await keyOfPerson(ada, ['evidence:run'])
    const request = { content: TEXT, policyVersion: `${ID}@2026.11.1` }
    const byKey = await call<ValidationBody>('POST', '/api/v1/evidence/validate', {
      key,
      body: request,
      as: 'validateEvidence',
    })
    expect(byKey.body).toEqual({ ...checked.body, cached: true })
    // The newest version applies at once.
    const requirements = [{ ...POLICY.requirements[0], when: { minWords: 1_000 } }]
    await putPolicyAs(ada, ID, { version: '2026.12.1', requirements })
    expect((await validateAs(ada, { content: TEXT, policyVersion: ID })).body.score).toBe(100)
    const unknown = await validateAs(bob, request)
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_policy_version'])
  })
})
