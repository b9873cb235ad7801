import { randomUUID } from 'node:crypto'
import { contentSha256, findPolicy, POLICIES, policySha256, validate } from '@signet/evidence'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { keyOfPerson } from '../../support/paid-work.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { type ValidationBody, validateAs } from './evidence-world.ts'

const PATH = '/api/v1/evidence/validate'

describe('POST /api/v1/evidence/validate', () => {
  verifies(
    ['PLA-2.6-1', 'PLA-4.5-1', 'PLA-4.5-2', 'PLA-4.5-3', 'PLA-4.5-5'],
    '200 with the verdict of a text or a body, equal to that of the package',
    async () => {
      const ada = await newPerson()
      const text = `We are the best.\r\n\r\nSales grew by 40 percent ${randomUUID()}.`
      const { status, body } = await validateAs(ada, { content: text })
      const policy = findPolicy('eeat-core')
      if (!policy) throw new Error('The default policy does not exist')
      const { active: _active, policySha256: _hash, ...verdict } = validate(text, policy)
      expect([status, body]).toEqual([200, { ...verdict, validationId: expect.any(String), cached: false }])
      expect(body.contentHash).toBe(contentSha256({ body: text.replaceAll('\r\n', '\n') }))
      const asBody = await validateAs(ada, { content: { body: text }, policyVersion: 'eeat-core@2026.11.1' })
      expect(asBody.body).toEqual({ ...body, cached: true })
    },
  )

  verifies(
    'PLA-4.5-4',
    '200 with the cached validation for the same text within the hour, and a new one after it',
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const validateBody = { content: 'A text without evidence.' }
      const crowd = await Promise.all(Array.from({ length: 20 }, () => validateAs(ada, validateBody)))
      const [id] = crowd.map(({ body }) => body.validationId)
      expect(new Set(crowd.map(({ body }) => body.validationId))).toEqual(new Set([id]))
      expect(crowd.filter(({ body }) => !body.cached)).toHaveLength(1)
      expect((await validateAs(bob, validateBody)).body.validationId).not.toBe(id)
      const key = await keyOfPerson(ada, ['evidence:run'])
      const byKey = await call<ValidationBody>('POST', PATH, { key, body: validateBody, as: 'validateEvidence' })
      expect(byKey.body).toMatchObject({ validationId: id, cached: true })
      expect((await atLaterTime(3_601_000, () => validateAs(ada, validateBody))).body.cached).toBe(false)
    },
  )

  verifies(
    ['PLA-4.5-6', 'PLA-9-2'],
    '400 without content, for invalid JSON and for an unknown policy; 401; 413 with the limit',
    async () => {
      const ada = await newPerson()
      for (const body of [{}, { content: '' }, { content: { title: 'x' } }, { content: 7 }]) {
        const refused = await validateAs(ada, body)
        expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field.split('.')[0]]).toEqual([
          ...[400, 'invalid_input', 'content'],
        ])
      }
      const broken = await asPerson<ValidationBody>(ada, 'POST', PATH, { raw: '{', as: 'validateEvidence' })
      expect([broken.status, broken.body.code]).toEqual([400, 'invalid_json'])
      const unknown = await validateAs(ada, { content: 'A text.', policyVersion: 'eeat-core@1999.01.1' })
      expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_policy_version'])
      expect((await call('POST', PATH, { body: { content: 'A text.' }, as: 'validateEvidence' })).status).toBe(401)
      const large = await validateAs(ada, { content: 'x'.repeat(131_073) })
      expect([large.status, large.body.code, large.body.limit]).toEqual([413, 'payload_too_large', 131_072])
    },
  )

  verifies(
    'PLA-4.5-7',
    '429 with upgrade when the 50 of plan Free are used up; cached validations are still returned',
    async () => {
      const ada = await newPerson()
      const all = Array.from({ length: 50 }, (_, nth) => ({ content: `Text ${nth}.` }))
      for (const validateBody of all) expect((await validateAs(ada, validateBody)).status).toBe(200)
      const { status, body, headers } = await validateAs(ada, { content: 'One text more.' })
      expect([status, body]).toMatchObject([
        429,
        { code: 'evidence_validation_quota_exceeded', limit: 50, upgrade: '/pricing' },
      ])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await validateAs(ada, { content: 'Text 49.' })).body.cached).toBe(true)
    },
  )

  test('403 with a key without the scope', async () => {
    const key = await keyOfPerson(await newPerson(), ['evidence:read'])
    const answer = await call('POST', PATH, { key, body: { content: 'A text.' }, as: 'validateEvidence' })
    expect(answer.status).toBe(403)
  })
})

interface QueryBody {
  readonly policies: readonly {
    readonly policyVersion: string
    readonly sha256: string
    readonly requirements: object[]
  }[]
  readonly validations: readonly { readonly validationId: string; readonly contentHash: string }[]
  readonly nextCursor?: string
  readonly errors?: readonly { readonly field: string }[]
}

describe('GET /api/v1/evidence/policies', () => {
  test('200 with the default first, each with the hash that verdicts have; 401', async () => {
    const ada = await newPerson()
    const path = '/api/v1/evidence/policies'
    const { status, body } = await asPerson<QueryBody>(ada, 'GET', path, { as: 'listEvidencePolicies' })
    expect([status, body.policies.map(({ policyVersion, sha256 }) => [policyVersion, sha256])]).toEqual([
      200,
      POLICIES.map((policy) => [`${policy.id}@${policy.version}`, policySha256(policy)]),
    ])
    expect(body.policies.map(({ requirements }) => requirements.length)).toEqual(
      POLICIES.map(({ requirements }) => requirements.length),
    )
    expect((await call('GET', path, { as: 'listEvidencePolicies' })).status).toBe(401)
  })
})

describe('GET /api/v1/evidence/validations', () => {
  test('200 with own counted validations, newest first, in pages; 400, 401', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const list = (person: typeof ada, query = '') =>
      asPerson<QueryBody>(person, 'GET', `/api/v1/evidence/validations${query}`, { as: 'listEvidenceValidations' })
    const validations: ValidationBody[] = []
    for (const content of ['One.', 'Two.', 'Three.', 'Three.'])
      validations.unshift((await validateAs(ada, { content })).body)
    const first = (await list(ada, '?limit=2')).body
    const secondPage = (await list(ada, `?limit=2&cursor=${first.nextCursor}`)).body
    const listed = [...first.validations, ...secondPage.validations].map(({ validationId, contentHash }) => [
      ...[validationId, contentHash],
    ])
    expect(listed).toEqual(validations.slice(1).map(({ validationId, contentHash }) => [validationId, contentHash]))
    expect(['nextCursor' in secondPage, (await list(bob)).body.validations]).toEqual([false, []])
    for (const query of ['limit=0', 'cursor=e30']) {
      const refused = await list(ada, `?${query}`)
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, query.split('=')[0]])
    }
    expect((await call('GET', '/api/v1/evidence/validations', { as: 'listEvidenceValidations' })).status).toBe(401)
  })
})
