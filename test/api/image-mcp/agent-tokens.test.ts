import { createHmac, randomUUID } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { agentsUrl, claimsOf, grantsOf, imagesUrl, obtainToken } from '../../support/agents.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { atLaterTime, endOutages } from '../../support/control.ts'
import { killPaintings } from '../../support/job-faults.ts'
import { generate, generateCompleted } from '../../support/jobs.ts'

afterEach(endOutages)

const DRAFT = { prompt: 'a cat', quality_tier: 'draft' }
const imageToken = (scope?: string) => obtainToken({ resource: imagesUrl(), ...(scope === undefined ? {} : { scope }) })
const encodePart = (members: object): string => Buffer.from(JSON.stringify(members)).toString('base64url')
const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

describe('GET /.well-known/oauth-protected-resource', () => {
  test('returns 200 with this service and the issuers of its tokens', async () => {
    await imageToken()
    const path = '/.well-known/oauth-protected-resource'
    const { status, body, headers } = await call('GET', path, { as: 'getImageResource' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(body).toMatchObject({ resource: imagesUrl(), authorization_servers: [agentsUrl()] })
  })
})

describe('access tokens of agents on REST', () => {
  verifies(
    'IMG-5-11',
    'a key precedes a token and a token precedes anonymous; an invalid credential is 401 and never anonymous',
    async () => {
      const { token } = await imageToken()
      const from = newAddress()
      expect((await generate(DRAFT, { from, headers: { authorization: `Bearer ${token}` } })).status).toBe(201)
      expect((await generate(DRAFT, { from, key: keyOf('pro') })).status).toBe(201)
      const [head, payload, mac] = token.split('.')
      for (const bad of [
        `${head}.${payload}.${mac?.slice(0, -4)}AAAA`,
        `${head}.${payload}.`,
        `${head}.${payload}`,
        'x',
      ]) {
        expect([bad, (await generate(DRAFT, { from, headers: { authorization: `Bearer ${bad}` } })).status]).toEqual([
          bad,
          401,
        ])
      }
      const two = { authorization: `Bearer ${token}`, 'x-api-key': keyOf('pro') }
      expect((await generate(DRAFT, { from, headers: two })).status).toBe(400)
      expect((await generate(DRAFT, { from })).status).toBe(201)
    },
  )

  test('foreign audience: a token for the MCP endpoint gets 401 here', async () => {
    const { token } = await obtainToken()
    expect(claimsOf(token).aud).toBe(agentsUrl())
    expect((await generate(DRAFT, { key: token })).status).toBe(401)
  })

  test('a token in the URL is ignored', async () => {
    const { token } = await imageToken()
    const job = await generateCompleted(DRAFT, { key: token })
    for (const name of ['access_token', 'token', 'authorization']) {
      const answer = await call('GET', `/v2/jobs/${job.job_id}?${name}=${token}`, { from: newAddress(), as: 'job_get' })
      expect([name, answer.status >= 400]).toEqual([name, true])
    }
  })

  test('scopes: read cannot create, and operations outside an agent’s scopes return 403', async () => {
    const { token } = await imageToken('read')
    expect((await generate(DRAFT, { key: token })).status).toBe(403)
    expect((await call('GET', '/v2/jobs', { key: token, as: 'job_list' })).status).toBe(200)
    const both = await imageToken()
    expect((await call('GET', '/v2/webhook-secret', { key: both.token, as: 'getWebhookSecret' })).status).toBe(403)
    const rotated = await call('POST', '/v2/webhook-secret/rotate', {
      key: both.token,
      body: {},
      as: 'rotateWebhookSecret',
    })
    expect(rotated.status).toBe(403)
    expect((await call('GET', '/v2/tenants', { key: both.token, as: 'listTenants' })).status).toBe(403)
    expect((await call('POST', '/v2/tenants', { key: both.token, body: {}, as: 'createTenant' })).status).toBe(403)
  })

  test('an agent sees the jobs of its user only', async () => {
    const one = await imageToken()
    const other = await imageToken()
    const { job_id } = await generateCompleted(DRAFT, { key: one.token })
    const seen = async (key: string) => (await call('GET', `/v2/jobs/${job_id}`, { key, as: 'job_get' })).status
    expect([await seen(one.token), await seen(other.token)]).toEqual([200, 404])
  })

  test('forgeries: another key, no algorithm, a shared secret, another type, another issuer', async () => {
    const { token } = await imageToken()
    const claims = claimsOf(token)
    const header = headerOf(token)
    const { privateKey } = await generateKeyPair('ES256')
    const signed = (protectedHeader: object, members: object = {}) =>
      new SignJWT({ ...claims, ...members }).setProtectedHeader({ ...header, ...protectedHeader }).sign(privateKey)
    const hs = `${encodePart({ ...header, alg: 'HS256' })}.${encodePart(claims)}`
    const forged = [
      await signed({}),
      await signed({ kid: randomUUID() }),
      await signed({}, { iss: 'https://evil.example' }),
      `${encodePart({ ...header, alg: 'none' })}.${encodePart(claims)}.`,
      `${hs}.${createHmac('sha256', JSON.stringify(header)).update(hs).digest('base64url')}`,
      [encodePart({ ...header, typ: 'JWT' }), ...token.split('.').slice(1)].join('.'),
      [token.split('.')[0], encodePart({ ...claims, scope: 'generate read admin' }), token.split('.')[2]].join('.'),
      [encodePart({ ...header, jwk: { kty: 'EC' } }), ...token.split('.').slice(1)].join('.'),
    ]
    for (const [i, bad] of forged.entries()) expect([i, (await generate(DRAFT, { key: bad })).status]).toEqual([i, 401])
    expect((await generate(DRAFT, { key: token })).status).toBe(201)
  })

  test('credits of a failed image return to the agent’s budget', async () => {
    const { token, person } = await imageToken()
    await killPaintings()
    expect((await generate(DRAFT, { key: token })).status).toBe(502)
    expect(await grantsOf(person)).toEqual([expect.objectContaining({ budget: 50, spent: 0, left: 50 })])
  })

  test('a token expires after 15 minutes', async () => {
    const { token } = await imageToken()
    const draw = () => generate(DRAFT, { key: token })
    expect((await atLaterTime(14 * 60_000, draw)).status).toBe(201)
    expect((await atLaterTime(15 * 60_000, draw)).status).toBe(401)
  })
})
