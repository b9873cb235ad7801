import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  agentsUrl,
  answerConsent,
  authorize,
  type ConsentRequest,
  exchange,
  grantsOf,
  imagesUrl,
  locationOf,
  newProof,
  obtainToken,
  openConsent,
  registerAgent,
  textOf,
} from '../../support/agents.ts'
import { startDocuments } from '../../support/client-documents.ts'
import { generate } from '../../support/jobs.ts'
import { table } from '../../support/keys.ts'
import { newOrganization } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

let documents: Awaited<ReturnType<typeof startDocuments>>
beforeAll(async () => {
  documents = await startDocuments()
})
afterAll(() => documents.close())

const SITE = 'https://client.example/callback'
const { challenge, verifier } = newProof()

const requestConsent = async (
  person: Person,
  agent: Agent,
  more: Record<string, string> = {},
): Promise<ConsentRequest> => openConsent(person, await authorize(agent, challenge, more))

let count = 0
const documentedAgent = (members: object = {}): Agent => {
  const path = `/client-${count++}.json`
  const clientId = documents.put(path, { client_name: 'Documented', redirect_uris: [SITE], ...members })
  return { clientId, redirectUri: SITE }
}

const show = (person: Person, path: string) => asPerson(person, 'GET', path, { as: 'showConsent' })
const authorizeAgain = async (person: Person, agent: Agent, more: Record<string, string> = {}) => {
  const { pathname, search } = locationOf(await authorize(agent, challenge, more))
  return show(person, `${pathname}${search}`)
}

describe('remembered consent', () => {
  const consented = async (agent: Agent, budget = '50', resource = imagesUrl()) => {
    const person = await newPerson()
    const { token } = await tokenForDocument(person, agent, budget, resource)
    return { person, token }
  }
  const tokenForDocument = async (person: Person, agent: Agent, budget: string, resource: string) => {
    const answered = await answerConsent(person, await requestConsent(person, agent, { resource }), { budget })
    const { body } = await exchange(agent, String(locationOf(answered).searchParams.get('code')), verifier)
    return { token: String(body.access_token) }
  }

  test('skips the page for the same client, redirect, service and scopes, or fewer', async () => {
    const agent = documentedAgent()
    const { person } = await consented(agent)
    const fewer: Record<string, string>[] = [{}, { scope: 'read' }]
    for (const more of fewer) {
      const page = await authorizeAgain(person, agent, { resource: imagesUrl(), ...more })
      expect([page.status, locationOf(page).origin]).toEqual([302, 'https://client.example'])
      const code = String(locationOf(page).searchParams.get('code'))
      expect((await exchange(agent, code, verifier)).status).toBe(200)
    }
    expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget: 50 })])
  })

  test('asks again for more scopes, another service, another person, or a spent budget', async () => {
    const agent = documentedAgent({ redirect_uris: [SITE, `${SITE}/2`] })
    const { person, token } = await consented(agent, '3')
    const resource = imagesUrl()
    const extendedPage = await authorizeAgain(person, agent, { resource, scope: 'generate read billing:purchase' })
    expect([extendedPage.status, textOf(extendedPage).includes('<strong>New:</strong> Buy credit packs')]).toEqual([
      200,
      true,
    ])
    expect((await authorizeAgain(person, agent, { resource: agentsUrl() })).status).toBe(200)
    expect((await authorizeAgain(person, { ...agent, redirectUri: `${SITE}/2` }, { resource })).status).toBe(200)
    expect((await authorizeAgain(await newPerson(), agent, { resource })).status).toBe(200)
    expect((await authorizeAgain(person, agent, { resource })).status).toBe(302)

    for (const status of [201, 201, 201, 429]) {
      expect((await generate({ prompt: 'a cat', quality_tier: 'draft' }, { key: token })).status).toBe(status)
    }
    const spentPage = await authorizeAgain(person, agent, { resource })
    expect([spentPage.status, textOf(spentPage).includes('3 credits so far, 0 credits left')]).toEqual([200, true])
    expect(textOf(spentPage)).not.toContain('value="keep"')
    const asked = await requestConsent(person, agent, { resource })
    await answerConsent(person, asked, { budget: '50' })
    expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget: 53, spent: 3, left: 50 })])
  })

  test('returns 403 for a member who is being removed from the organization', async () => {
    const agent = documentedAgent()
    const { owner, org } = await newOrganization()
    await asPerson(owner.person, 'POST', `/api/organizations/${org}/switch`, { body: {}, as: 'switchOrganization' })
    await tokenForDocument(owner.person, agent, '50', imagesUrl())
    const setLeaving = new UpdateCommand({
      TableName: testStack().table,
      Key: { pk: `ORG#${org}`, sk: `MEMBER#${owner.userId}` },
      UpdateExpression: 'SET #state = :leaving',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':leaving': 'leaving' },
    })
    await table().send(setLeaving)
    expect((await authorizeAgain(owner.person, agent, { resource: imagesUrl() })).status).toBe(403)
  })

  test('always shows the page for loopback redirects and registered clients', async () => {
    const local = documentedAgent({ redirect_uris: ['http://127.0.0.1/cb'] })
    const registered = await registerAgent()
    for (const agent of [{ ...local, redirectUri: 'http://127.0.0.1:9/cb' }, registered]) {
      const { person } = await obtainToken({ agent, person: await newPerson() })
      const page = await authorizeAgain(person, agent)
      expect([page.status, textOf(page).includes('Keep the remaining budget: 50 credits')]).toEqual([200, true])
      await answerConsent(person, await requestConsent(person, agent), { budget: 'keep' })
      expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget: 50 })])
    }
  })
})
