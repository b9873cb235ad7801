import { afterEach, describe, expect, test } from 'vitest'
import { absentId, claimsOf, exchange, grantsOf, imagesUrl, obtainCode, obtainToken } from '../../support/agents.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'
import { joinOrganization, newOrganization } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

afterEach(endOutages)

const remove = (person: Person, id: string) =>
  asPerson(person, 'DELETE', `/api/agent-grants/${id}`, { as: 'revokeGrant' })
const setBudget = (person: Person, id: string, budget: unknown) =>
  asPerson(person, 'PUT', `/api/agent-grants/${id}/budget`, { body: { budget }, as: 'setGrantBudget' })

const authorizeAgent = async (budget = '50') => {
  const made = await obtainToken({ resource: imagesUrl(), budget })
  const [grant] = await grantsOf(made.person)
  return { ...made, id: String(grant?.id) }
}

describe('GET /api/agent-grants', () => {
  test('returns 200 with each agent, its rights, spending and remaining budget', async () => {
    const { person, agent, token, id } = await authorizeAgent()
    await generateCompleted({ prompt: 'a cat' }, { key: token })
    expect(await grantsOf(person)).toEqual([
      {
        id,
        client: { id: agent.clientId, name: 'Test agent', domain: null, home: null },
        service: imagesUrl(),
        organization: expect.any(String),
        scopes: ['generate', 'read'],
        budget: 50,
        spent: 1,
        left: 49,
        purchase_cents_left: null,
        created_at: expect.any(String),
        used_at: expect.any(String),
      },
    ])
    expect(await grantsOf(await newPerson())).toEqual([])
  })

  test('returns 200 with 0 remaining credits if the budget was reduced below the spending', async () => {
    const { person, token, id } = await authorizeAgent()
    await generateCompleted({ prompt: 'a cat' }, { key: token })
    await setBudget(person, id, 0)
    expect(await grantsOf(person)).toMatchObject([{ budget: 0, spent: 1, left: 0 }])
  })

  test('returns 403 for a key, because agents belong to users', async () => {
    const body = { name: 'shop' }
    const made = await asPerson(await newPerson(), 'POST', '/api/keys', { body, as: 'createApiKey' })
    const { status } = await call('GET', '/api/agent-grants', { key: String(made.body.key), as: 'listGrants' })
    expect(status).toBe(403)
  })
})

describe('agents of an organization', () => {
  test('spend its credits, and end with the membership of the user who authorized them', async () => {
    const { owner, org } = await newOrganization()
    const { person, userId } = await joinOrganization(owner.person, org)
    await asPerson(person, 'POST', `/api/organizations/${org}/switch`, { body: {}, as: 'switchOrganization' })
    const { token } = await obtainToken({ person, resource: imagesUrl() })
    expect(claimsOf(token)).toMatchObject({ org, tenant: org, sub: userId })
    const read = () => call('GET', '/v2/jobs', { key: token, as: 'job_list' })
    expect((await read()).status).toBe(200)
    const memberPath = `/api/organizations/${org}/members/${userId}`
    expect((await asPerson(owner.person, 'DELETE', memberPath, { as: 'removeMember' })).status).toBe(204)
    expect(await grantsOf(person)).toEqual([])
    expect((await generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: token })).status).toBe(401)
  })
})

describe('DELETE /api/agent-grants/:id', () => {
  test('returns 204: tokens create nothing, codes are invalid, and consent is requested again', async () => {
    const { person, agent, token, id } = await authorizeAgent()
    const second = await obtainCode({ person, agent, resource: imagesUrl(), budget: 'keep' })
    expect((await remove(person, id)).status).toBe(204)
    expect(await grantsOf(person)).toEqual([])
    expect((await generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: token })).status).toBe(401)
    expect((await exchange(agent, second.code, second.verifier)).body).toMatchObject({ error: 'invalid_grant' })
    const fresh = await obtainToken({ person, agent, resource: imagesUrl() })
    expect((await generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: fresh.token })).status).toBe(201)
    expect((await generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: token })).status).toBe(401)
    const [grant] = await grantsOf(person)
    expect(grant?.id).not.toBe(id)
  })

  test('returns 404 for an absent, revoked or another user’s agent', async () => {
    const { person, id } = await authorizeAgent()
    expect((await remove(await newPerson(), id)).status).toBe(404)
    expect((await remove(person, absentId())).status).toBe(404)
    expect([(await remove(person, id)).status, (await remove(person, id)).status]).toEqual([204, 404])
  })
})

describe('PUT /api/agent-grants/:id/budget', () => {
  test('returns 200; the budget includes earlier spending, and a budget below it blocks further spending', async () => {
    const { person, token, id } = await authorizeAgent()
    const draft = () => generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: token })
    expect((await draft()).status).toBe(201)
    expect((await setBudget(person, id, 1)).body).toMatchObject({ budget: 1, spent: 1, left: 0 })
    const refused = await draft()
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'budget_exhausted', left: 0, required: 1 }])
    expect((await setBudget(person, id, null)).body).toMatchObject({ budget: null, spent: 1, left: null })
    expect((await draft()).status).toBe(201)
  })

  test('returns 400 for an invalid number of credits, 404 for another user’s agent', async () => {
    const { person, id } = await authorizeAgent()
    for (const budget of [-1, 1.5, 1_000_001, '5', undefined])
      expect((await setBudget(person, id, budget)).status).toBe(400)
    expect((await setBudget(await newPerson(), id, 5)).status).toBe(404)
    expect((await setBudget(person, absentId(), 5)).status).toBe(404)
  })
})

describe('the former Agents page', () => {
  test('returns 302 to the console, 400 for unknown parameters', async () => {
    for (const query of ['', '?notice=revoked']) {
      const { status, headers } = await call('GET', `/dashboard/agents${query}`, { as: 'showGrants' })
      expect([status, headers.get('location')]).toEqual([302, '/agents'])
    }
    expect((await call('GET', '/dashboard/agents?surprise=1', { as: 'showGrants' })).status).toBe(400)
  })
})

test('every route returns 500 when the table is unavailable', async () => {
  const { person, id } = await authorizeAgent()
  for (const request of [
    () => asPerson(person, 'GET', '/api/agent-grants', { as: 'listGrants' }),
    () => remove(person, id),
    () => setBudget(person, id, 5),
  ]) {
    await planOutage({
      service: 'dynamodb',
      function: 'agent-grants-api',
      times: 1_000,
      status: 500,
      type: 'InternalServerError',
    })
    expect((await request()).status).toBe(500)
    await endOutages()
  }
  expect(await grantsOf(person)).toHaveLength(1)
})
