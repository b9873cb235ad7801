import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import {
  absentId,
  agentsUrl,
  claimsOf,
  exchange,
  FORM,
  grantsOf,
  imagesUrl,
  newProof,
  obtainCode,
  obtainToken,
  registerAgent,
} from '../../support/agents.ts'
import { call, newAddress } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'

describe('POST /token', () => {
  verifies('IMG-5-10', 'returns 200 once per code, 400 for any other grant type, and no refresh token', async () => {
    const { agent, code, verifier } = await obtainCode({ scope: 'read' })
    for (const grant_type of ['refresh_token', 'client_credentials', 'password', 'implicit']) {
      const { status, body } = await exchange(agent, code, verifier, { grant_type })
      expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
    }
    const { status, body, headers } = await exchange(agent, code, verifier)
    expect([status, headers.get('cache-control'), headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache'])
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900, scope: 'read' })
    const claims = claimsOf(String(body.access_token))
    expect(claims).toMatchObject({ iss: agentsUrl(), aud: agentsUrl(), client_id: agent.clientId, scope: 'read' })
    expect(Object.keys(claims).sort().join()).toBe('aud,client_id,exp,grant_id,iat,iss,jti,org,scope,sub,tenant')
  })

  test('code replay: returns 400 and revokes the grant of the code', async () => {
    const { agent, code, verifier, person, token } = await obtainToken({ resource: imagesUrl() })
    expect(await grantsOf(person)).toHaveLength(1)
    const { status, body } = await exchange(agent, code, newProof().verifier)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(await grantsOf(person)).toEqual([])
    const generated = await call('POST', '/v2/generate', {
      key: token,
      body: { prompt: 'a cat', quality_tier: 'draft' },
      as: 'job_generate',
    })
    expect(generated.status).toBe(401)
    const again = await exchange(agent, code, verifier)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('returns 400 for a repeated request within seconds and keeps the grant; later it is revoked', async () => {
    const { agent, code, verifier, person } = await obtainToken()
    const again = await exchange(agent, code, verifier)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(await grantsOf(person)).toHaveLength(1)
    expect((await atLaterTime(10_000, () => exchange(agent, code, verifier))).status).toBe(400)
    expect(await grantsOf(person)).toEqual([])
  })

  test('returns 400 for a code with a wrong parameter; the right client can still use it', async () => {
    const { agent, code, verifier } = await obtainCode()
    const other = await registerAgent()
    const cases = [
      [{ client_id: other.clientId }, 'invalid_grant'],
      [{ redirect_uri: 'https://agent.example/other' }, 'invalid_grant'],
      [{ code_verifier: newProof().verifier }, 'invalid_grant'],
      [{ code: newProof().verifier }, 'invalid_grant'],
      [{ code: 'x' }, 'invalid_grant'],
      [{ resource: imagesUrl() }, 'invalid_target'],
      [{ resource: 'nothing' }, 'invalid_target'],
      [{ code_verifier: 'short' }, 'invalid_request'],
      [{ code_verifier: undefined }, 'invalid_request'],
      [{ code: undefined }, 'invalid_request'],
      [{ redirect_uri: undefined }, 'invalid_request'],
      [{ client_id: '' }, 'invalid_request'],
      [{ grant_type: undefined }, 'invalid_request'],
    ] as const
    for (const [more, error] of cases) {
      const { status, body } = await exchange(agent, code, verifier, more)
      expect([more, status, body.error]).toEqual([more, 400, error])
      expect(body.error_description).toEqual(expect.any(String))
    }
    expect((await exchange(agent, code, verifier)).status).toBe(200)
  })

  test('returns 401 for an unknown client, which can register again', async () => {
    const { agent, code, verifier } = await obtainCode()
    const { status, body } = await exchange(agent, code, verifier, { client_id: absentId() })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })

  test('returns 400 for a code after 60 seconds', async () => {
    const { agent, code, verifier } = await obtainCode()
    const late = await atLaterTime(60_000, () => exchange(agent, code, verifier))
    expect(late.body).toMatchObject({ error: 'invalid_grant' })
  })

  test('returns 413 for a form that is too large, 415 for another media type, in the form of OAuth', async () => {
    const post = (raw: string, headers: Record<string, string>) =>
      call('POST', '/token', { from: newAddress(), raw, headers, as: 'exchangeCode' })
    const refused = { error: 'invalid_request', error_description: expect.any(String) }
    const large = await post('x'.repeat(20_000), FORM)
    expect([large.status, large.body]).toMatchObject([413, refused])
    const json = await post('{}', { 'content-type': 'application/json' })
    expect([json.status, json.body]).toMatchObject([415, refused])
  })

  test('returns 400 for a repeated parameter, and for a code in the URL', async () => {
    const { agent, code, verifier } = await obtainCode()
    const members = { grant_type: 'authorization_code', client_id: agent.clientId, redirect_uri: agent.redirectUri }
    const raw = new URLSearchParams({ ...members, code, code_verifier: verifier }).toString()
    const post = (path: string, body: string) =>
      call('POST', path, { from: newAddress(), raw: body, headers: FORM, as: 'exchangeCode' })
    expect((await post('/token', `${raw}&code=${code}`)).body).toMatchObject({ error: 'invalid_request' })
    expect((await post(`/token?code=${code}`, raw)).status).toBe(400)
    expect((await post('/token', raw)).status).toBe(200)
  })
})
