import { describe, expect, test } from 'vitest'
import {
  agentsUrl,
  answerConsent,
  authorize,
  claimsOf,
  exchange,
  grantsOf,
  locationOf,
  newProof,
  obtainToken,
  openConsent,
  registerAgent,
  textOf,
} from '../../support/agents.ts'
import { keyOf } from '../../support/api.ts'
import { callTool, listMessage, mcpClient, post } from '../../support/mcp.ts'
import { scriptedAgent } from '../../support/mcp-agent.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { gatewayClient, gatewayUrl, INTENTION } from './gateway-world.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const listTools = (headers: Readonly<Record<string, string>> = {}) => post(listMessage, headers, `${gatewayUrl()}/`)

describe('callers of the gateway', () => {
  test('get 401 without a credential, with the metadata URL', async () => {
    const { status, headers } = await listTools()
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${gatewayUrl()}/.well-known/oauth-protected-resource", scope="runtime:read runtime:run"`,
    ])
  })

  test('get 401 with keys of the image service, invalid keys and sessions', async () => {
    const person = await newPerson()
    for (const headers of [
      bearer(keyOf('pro')),
      bearer('plat_nobody'),
      bearer(person.token),
      { cookie: person.cookie },
    ]) {
      expect([headers, (await listTools(headers)).status]).toEqual([headers, 401])
    }
  })

  test('foreign audience: a token of the image tools gets 401 here, and a token of the gateway gets 401 there', async () => {
    const [ofImages, ofGateway] = await Promise.all([obtainToken(), obtainToken({ resource: gatewayUrl() })])
    expect([claimsOf(ofImages.token).aud, claimsOf(ofGateway.token).aud]).toEqual([agentsUrl(), gatewayUrl()])
    expect((await listTools(bearer(ofImages.token))).status).toBe(401)
    expect((await listTools(bearer(ofGateway.token))).status).toBe(200)
    await expect(mcpClient(ofGateway.token)).rejects.toThrow()
    expect((await post(listMessage, bearer(ofGateway.token))).status).toBe(401)
  })
})

describe('grants for agents of the gateway', () => {
  test('have the gateway scopes only, both by default; no image budget is requested', async () => {
    const person = await newPerson()
    const agent = await registerAgent()
    const { verifier, challenge } = newProof()
    const scope = 'generate runtime:read runtime:run billing:purchase'
    const consentForm = await openConsent(
      person,
      await authorize(agent, challenge, { resource: `${gatewayUrl()}/`, scope }),
    )
    const page = textOf(consentForm.page)
    expect(page).toContain('Generate projects and consult AI advisers for you')
    expect(page).toContain('free of charge')
    expect(page).not.toMatch(/How much may it spend|saved card|Create images/)
    const code = locationOf(await answerConsent(person, consentForm, { budget: undefined })).searchParams.get('code')
    const { body } = await exchange(agent, String(code), verifier)
    expect(body.scope).toBe('runtime:read runtime:run')
    expect(await grantsOf(person)).toMatchObject([{ scopes: ['runtime:read', 'runtime:run'], spent: 0 }])
    expect(claimsOf((await obtainToken({ resource: gatewayUrl() })).token).scope).toBe('runtime:read runtime:run')
  })

  test('go to the official client from the address of the gateway alone', async () => {
    const owner = { person: await newPerson(), budget: '0', asked: [] as string[], address: `${gatewayUrl()}/` }
    const agent = scriptedAgent(owner)
    const result = await agent.withConsent((client) =>
      callTool(client, 'agent_run', { role: 'cto', intention: INTENTION }),
    )
    expect([result.isError, owner.asked]).toEqual([false, ['runtime:read runtime:run']])
    await agent.close()
  })

  test('403 names the missing scope and the scopes that the agent has', async () => {
    const { token } = await obtainToken({ resource: gatewayUrl(), scope: 'runtime:read' })
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'agent_run', arguments: { role: 'cto', intention: INTENTION } },
    }
    const { status, headers } = await post(message, bearer(token), `${gatewayUrl()}/`)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="runtime:read runtime:run"/)
    const client = await gatewayClient(token)
    expect((await callTool(client, 'agent_memory', { role: 'cto' })).isError).toBe(false)
  })

  test('ACCESS_REVOKED: a revoked agent spends and writes nothing from that moment, and reads for at most 15 minutes', async () => {
    const { token, person } = await obtainToken({ resource: gatewayUrl() })
    const client = await gatewayClient(token)
    const [grant] = await grantsOf(person)
    await asPerson(person, 'DELETE', `/api/agent-grants/${grant?.id}`, { as: 'revokeGrant' })
    for (const [tool, args] of [
      ['agent_run', { role: 'cto', intention: INTENTION }],
      ['agent_bootstrap', { role: 'cto' }],
      ['scaffold_create', { intention: INTENTION }],
      ['reading_run', { spreadType: 'threat_model', inscribe: true }],
      ['agent_loop_start', { intention: INTENTION }],
    ] as const) {
      const { failure } = await callTool(client, tool, args)
      expect([tool, failure]).toMatchObject([tool, { code: 'ACCESS_REVOKED' }])
    }
    expect((await callTool(client, 'scaffold_classify', { intention: INTENTION })).isError).toBe(false)
  })
})
