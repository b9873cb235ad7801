import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  agentsUrl,
  answerConsent,
  authorize,
  type ConsentRequest,
  FORM,
  grantsOf,
  locationOf,
  newProof,
  openConsent,
  registerAgent,
  textOf,
} from '../../support/agents.ts'
import { call } from '../../support/api.ts'
import { startDocuments } from '../../support/client-documents.ts'
import { atLaterTime } from '../../support/control.ts'
import { newOrganization, switchTo } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person, platformOrigin } from '../../support/people.ts'

let documents: Awaited<ReturnType<typeof startDocuments>>
beforeAll(async () => {
  documents = await startDocuments()
})
afterAll(() => documents.close())

const SITE = 'https://client.example/callback'
const { challenge } = newProof()

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
describe('GET /consent', () => {
  test('returns 302 to sign-in and back', async () => {
    const { pathname, search } = locationOf(await authorize(await registerAgent(), challenge))
    const { status, headers } = await call('GET', `${pathname}${search}`, { as: 'showConsent' })
    expect([status, headers.get('location')]).toEqual([
      302,
      `/login?redirect=${encodeURIComponent(`${pathname}${search}`)}`,
    ])
  })

  test('returns 200 with client, redirect target, permissions, account and budget', async () => {
    const person = await newPerson()
    const agent = await registerAgent('https://agent.example/cb', { client_name: '<b>Claude</b>\u202e\u200b' })
    const { html, page } = await requestConsent(person, agent, { scope: 'generate billing:purchase' })
    expect(page.status).toBe(200)
    expect(html).toContain('Unverified agent. It calls itself <strong>&lt;b&gt;Claude&lt;/b&gt;</strong>,')
    expect(html).toContain('<code>agent.example</code>')
    expect(html).toContain('Create images for you')
    expect(html).toContain('Buy credit packs')
    expect(html).not.toContain('See the images and jobs')
    expect(html).toContain('your personal account')
    for (const value of ['50', '200', '1000', 'own', 'none']) expect(html).toContain(`name="budget" value="${value}"`)
    expect(html).not.toContain('value="keep"')
    expect(html).toContain('Signet could not verify who operates this agent. If you are not sure, select Deny.')
    expect(html).not.toMatch(/<script|\son\w+=/)
  })

  test('clickjacking: no frame, no script, no form target except the client', async () => {
    const person = await newPerson()
    const { page } = await requestConsent(person, await registerAgent('https://agent.example:8443/cb'))
    const policy = String(page.headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://agent.example:8443")
    expect(policy).not.toContain('script-src')
    expect([page.headers.get('x-frame-options'), page.headers.get('cache-control')]).toEqual(['DENY', 'no-store'])
    const program = await requestConsent(person, await registerAgent('cursor://anysphere.cursor-mcp/cb'))
    expect(program.page.headers.get('content-security-policy')).toContain("form-action 'self' cursor:")
  })

  test('returns 200 with a warning for a redirect to a loopback address', async () => {
    const { html } = await requestConsent(await newPerson(), await registerAgent('http://127.0.0.1/cb'))
    expect(html).toContain('a program on this computer gets access')
  })

  test('returns 200 with the verified domain of a metadata document, and its home page only from there', async () => {
    const person = await newPerson()
    const { html } = await requestConsent(person, documentedAgent({ client_uri: 'https://elsewhere.example/' }))
    expect(html).toContain(`Verified domain: <strong>${new URL(documents.base).host}</strong>`)
    expect([html.includes('Unverified'), html.includes('elsewhere.example'), html.includes('select Deny')]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('returns 200 with the organization of the session', async () => {
    const { owner, org } = await newOrganization('Foundry & Sons')
    await asPerson(owner.person, 'POST', `/api/organizations/${org}/switch`, { body: {}, as: 'switchOrganization' })
    const { html } = await requestConsent(owner.person, await registerAgent())
    expect(html).toContain('the organization Foundry &amp; Sons')
  })

  test('returns 200 with an expiry notice for an unknown, answered or old request', async () => {
    const person = await newPerson()
    for (const path of ['/consent', '/consent?request=x', `/consent?request=${newProof().verifier}`]) {
      expect(textOf(await show(person, path))).toContain('This request is no longer valid')
    }
    const { path } = await requestConsent(person, await registerAgent())
    expect(textOf(await atLaterTime(600_000, () => show(person, path)))).toContain('This request is no longer valid')
  })
})

describe('POST /consent', () => {
  test('returns 303 with code, state and issuer (redirect mix-up), once', async () => {
    const person = await newPerson()
    const agent = await registerAgent()
    const consentForm = await requestConsent(person, agent)
    const yes = await answerConsent(person, consentForm)
    const back = locationOf(yes)
    expect([yes.status, `${back.origin}${back.pathname}`]).toEqual([303, agent.redirectUri])
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'the state',
      iss: agentsUrl(),
    })
    const second = await answerConsent(person, consentForm)
    expect([second.status, textOf(second).includes('This request is no longer valid')]).toEqual([200, true])
    expect(await grantsOf(person)).toHaveLength(1)
  })

  test('returns 303 with access_denied, and grants nothing', async () => {
    const person = await newPerson()
    const consentForm = await requestConsent(person, await registerAgent())
    const back = locationOf(await answerConsent(person, consentForm, { answer: 'no', budget: undefined }))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
      iss: agentsUrl(),
    })
    expect(await grantsOf(person)).toEqual([])
    expect(textOf(await answerConsent(person, consentForm))).toContain('This request is no longer valid')
  })

  test('CSRF: returns 403 for another page, no proof, and a proof of another request or person', async () => {
    const person = await newPerson()
    const other = await newPerson()
    const agent = await registerAgent()
    const consentForm = await requestConsent(person, agent)
    const second = await requestConsent(person, agent)
    const otherForm = await openConsent(other, await authorize(agent, challenge))
    for (const proof of ['', 'x', second.proof, otherForm.proof]) {
      expect([proof, (await answerConsent(person, { handle: consentForm.handle, proof })).status]).toEqual([proof, 403])
    }
    const raw = new URLSearchParams({
      request: consentForm.handle,
      proof: consentForm.proof,
      answer: 'yes',
      budget: '50',
    }).toString()
    const forgeries: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    for (const forged of forgeries) {
      const headers = { ...FORM, ...forged }
      expect((await asPerson(person, 'POST', '/consent', { raw, headers, as: 'answerConsent' })).status).toBe(403)
    }
    expect(await grantsOf(person)).toEqual([])
    expect((await answerConsent(person, consentForm)).status).toBe(303)
  })

  test('returns 403 if the session has switched to another organization than the page shows', async () => {
    const { owner, org } = await newOrganization('Foundry')
    const agent = await registerAgent()
    const consentForm = await requestConsent(owner.person, agent)
    expect(consentForm.html).toContain('your personal account')
    await switchTo(owner.person, org)
    expect((await answerConsent(owner.person, consentForm)).status).toBe(403)
    expect(await grantsOf(owner.person)).toEqual([])
    const again = await asPerson(owner.person, 'GET', consentForm.path, { as: 'showConsent' })
    expect(textOf(again)).toContain('the organization Foundry')
  })

  test('returns 401 without a session, and refuses a malformed form', async () => {
    const headers = { ...FORM, origin: platformOrigin() }
    expect((await call('POST', '/consent', { raw: 'answer=yes', headers, as: 'answerConsent' })).status).toBe(401)
    const person = await newPerson()
    const json = await asPerson(person, 'POST', '/consent', { body: { answer: 'yes' }, as: 'answerConsent' })
    expect(json.status).toBe(415)
    const large = { raw: 'x'.repeat(5_000), headers: FORM, as: 'answerConsent' }
    expect((await asPerson(person, 'POST', '/consent', large)).status).toBe(413)
  })

  test('budget: accepts the options, a custom amount and none; asks again for anything else', async () => {
    const budgets = [
      [{ budget: '200' }, 200],
      [{ budget: 'own', credits: '7' }, 7],
      [{ budget: 'none' }, null],
    ] as const
    for (const [choice, budget] of budgets) {
      const person = await newPerson()
      await answerConsent(person, await requestConsent(person, await registerAgent()), choice)
      expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget, left: budget, spent: 0 })])
    }
    const person = await newPerson()
    const consentForm = await requestConsent(person, await registerAgent())
    const bad = [
      { budget: undefined },
      { budget: 'own' },
      { budget: 'own', credits: '-1' },
      { budget: 'own', credits: '1e3' },
    ]
    for (const choice of [...bad, { budget: 'own', credits: '1000001' }, { budget: 'keep' }]) {
      const page = await answerConsent(person, consentForm, choice)
      expect([choice, page.status, textOf(page).includes('role="alert"')]).toEqual([choice, 200, true])
    }
    expect((await answerConsent(person, consentForm)).status).toBe(303)
  })
})
