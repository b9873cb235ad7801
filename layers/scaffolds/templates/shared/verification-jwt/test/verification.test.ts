import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticate } from '../src/verification/authenticate.ts'
import { JWKS, tokenOf } from './support/credentials.ts'
import { answer, goodRequest } from './support/requests.ts'
import { START, world } from './support/world.ts'

/** Sends a valid request with this Authorization header. */
const answerTo = async (
  authorization: string | undefined,
  settings: Record<string, string> = {},
): Promise<Response> => {
  const request = await goodRequest()
  if (authorization === undefined) request.headers.delete('authorization')
  else request.headers.set('authorization', authorization)
  return answer(request, world({ settings }).deps)
}
const statusWith = async (authorization: string | undefined): Promise<number> => (await answerTo(authorization)).status

// #case integration: caller-verified, caller-forged
test('given no token, an expired one, or one for another audience, when a route is called, then it returns 401', async () => {
  const expired = tokenOf({ exp: START / 1_000 - 31 })
  const early = tokenOf({ nbf: START / 1_000 + 60 })
  const elsewhere = [tokenOf({ aud: 'another' }), tokenOf({ iss: 'https://evil.test' }), tokenOf({ sub: '' })]
  for (const token of [undefined, 'nonsense', expired, early, ...elsewhere])
    assert.equal(await statusWith(token === undefined ? undefined : `Bearer ${token}`), 401, token)
})

// #case integration: caller-verified
test('given tokens of each accepted algorithm, with scopes as a string and as a list, when a route is called, then it succeeds', async () => {
  for (const kid of ['key-1', 'key-rsa', 'key-ed']) {
    const { alg } = JWKS.keys.find((each) => each.kid === kid) ?? {}
    const scopes = { scope: undefined, scp: ['read', 'write', 'admin'] }
    assert.ok((await statusWith(`Bearer ${tokenOf(scopes, { kid, alg })}`)) < 300, kid)
  }
  const scopesOf = async (claims: Record<string, unknown>) => {
    const headers = new Headers({ authorization: `Bearer ${tokenOf(claims)}` })
    return (
      await authenticate(
        { method: 'GET', url: new URL('https://service.test/'), headers, body: new Uint8Array() },
        world().deps,
      )
    ).scopes
  }
  for (const claims of [
    { scope: 'read  write' },
    { scope: ['read', 'write'] },
    { scope: undefined, scp: ['read', 'write', 5] },
    { scope: undefined, scp: 'read write' },
  ])
    assert.deepEqual(await scopesOf(claims), ['read', 'write'])
  assert.deepEqual(await scopesOf({ scope: undefined }), [])
})

// #case integration: caller-verified, tenant-guessed
test('given a token without the claim that names the tenant, when a route is called, then it returns 403, unless all callers are one tenant', async () => {
  const token = `Bearer ${tokenOf({ tenant: undefined })}`
  assert.equal((await answerTo(token, { TENANT_CLAIM: 'tenant' })).status, 403)
  assert.equal((await answerTo(`Bearer ${tokenOf({ tenant: { id: 1 } })}`, { TENANT_CLAIM: 'tenant' })).status, 403)
  assert.ok(
    (await answerTo(`Bearer ${tokenOf({ tenant: undefined, team: 'x' })}`, { TENANT_CLAIM: 'team' })).status < 300,
  )
  assert.ok((await answerTo(token, { TENANT_CLAIM: 'none' })).status < 300)
})

// #case integration: caller-verified, token-forged
test('given a token with changed claims or another algorithm, when a route is called, then it returns 401', async () => {
  const [head = '', , signature = ''] = tokenOf().split('.')
  const [, claims = ''] = tokenOf({ sub: 'administrator' }).split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  const foreignKey = tokenOf({}, { kid: 'key-2' })
  // Signed with a valid key, but with the algorithm of another key type.
  const otherKind = tokenOf({}, { alg: 'RS256' })
  const critical = tokenOf({}, { crit: ['b64'], b64: true })
  const others = ['HS256', 'ES384', 'constructor'].map((alg) => tokenOf({}, { alg }))
  for (const token of [`${head}.${claims}.${signature}`, none, foreignKey, otherKind, critical, ...others])
    assert.equal(await statusWith(`Bearer ${token}`), 401, token)
})

// #if !connection
// #case integration: caller-verified
test('given a refused caller, when the response is read, then it names the required credential', async () => {
  assert.match((await answerTo(undefined)).headers.get('www-authenticate') ?? '', /^Bearer/)
  const invalid = await answerTo(`Bearer ${tokenOf({ exp: 0 })}`)
  assert.equal(invalid.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
})
// #endif
