import { type Code, code } from '../../code.ts'
import type { Case, Suite } from '../../design.ts'

const STATUS_WITH = code`
const statusWith = async (authorization: string | undefined): Promise<number> => (await answerTo(authorization)).status
`

const ANSWER_TO = code`
/** The answer to the same request with another Authorization. */
const answerTo = async (authorization: string | undefined, settings: Record<string, string> = {}): Promise<Response> => {
  const request = await goodRequest()
  if (authorization === undefined) request.headers.delete('authorization')
  else request.headers.set('authorization', authorization)
  return http(request, world({ settings }).deps)
}
`

/** How the tests of a pattern try a credential: what it imports, and its `answerTo`. */
export interface Trial {
  readonly imports: Code
  readonly answerTo: Code
}

const OVER_HTTP: Trial = {
  imports: code`
import { http } from '../src/handler.ts'
import { goodRequest } from './support/requests.ts'
`,
  answerTo: ANSWER_TO,
}

const headOf = ({ imports, answerTo }: Trial, isJwt: boolean): Code => code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
${imports}
${
  isJwt
    ? code`import { authenticate } from '../src/verification/authenticate.ts'
import { JWKS, tokenOf } from './support/credentials.ts'
import { START, world } from './support/world.ts'`
    : code`import { authenticate } from '../src/verification/authenticate.ts'
import { KEY } from './support/credentials.ts'
import { world } from './support/world.ts'`
}

${answerTo}
${STATUS_WITH}
`

const apiKeyCase: Case = {
  ...{
    level: 'integration',
    given: code`no key, an unknown one, or one in another scheme`,
    when: code`a route is called`,
    outcome: code`401`,
  },
  traces: ['caller-verified', 'caller-forged'],
  body: code`
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer not-a-key-that-is-known', 'Basic a2V5OmtleQ=='])
    assert.equal(await statusWith(authorization), 401, authorization)
`,
}

const apiKeysMalformed: Case = {
  ...{
    level: 'unit',
    given: code`a secret that is no JSON, or no list`,
    when: code`a caller is to be verified`,
    outcome: code`it fails, and the fault quotes nothing of the secret`,
  },
  traces: ['caller-verified'],
  body: code`
  const headers = new Headers({ authorization: 'Bearer ' + KEY })
  for (const API_KEYS of ['canary of a key', '{"canary": 1}', '']) {
    const verified = authenticate({ method: 'GET', url: new URL('https://service.test/'), headers, body: new Uint8Array() }, world({ secrets: { API_KEYS } }).deps)
    await assert.rejects(verified, { message: 'The secret API_KEYS is no JSON list' })
  }
`,
}

/** RFC 9110 wants of each 401 that it says how to come again. */
const challenged = (assertions: Code): Case => ({
  ...{
    level: 'integration',
    given: code`a caller that is refused`,
    when: code`the answer is read`,
    outcome: code`it says with what to come again`,
  },
  traces: ['caller-verified'],
  body: assertions,
})

const apiKeyChallenged = challenged(code`
  assert.equal((await answerTo(undefined)).headers.get('www-authenticate'), 'Bearer')
`)

const jwtChallenged = challenged(code`
  assert.match((await answerTo(undefined)).headers.get('www-authenticate') ?? '', /^Bearer/)
  const invalid = await answerTo('Bearer ' + tokenOf({ exp: 0 }))
  assert.equal(invalid.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
`)

const jwtCases: readonly Case[] = [
  {
    ...{
      level: 'integration',
      given: code`no token, one that ended, or one for others`,
      when: code`a route is called`,
      outcome: code`401`,
    },
    traces: ['caller-verified', 'caller-forged'],
    body: code`
  const ended = tokenOf({ exp: START / 1_000 - 31 })
  const early = tokenOf({ nbf: START / 1_000 + 60 })
  const elsewhere = [tokenOf({ aud: 'another' }), tokenOf({ iss: 'https://evil.test' }), tokenOf({ sub: '' })]
  for (const token of [undefined, 'nonsense', ended, early, ...elsewhere])
    assert.equal(await statusWith(token === undefined ? undefined : 'Bearer ' + token), 401, token)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`tokens of each algorithm that is accepted, with scopes as a text and as a list`,
      when: code`a route is called`,
      outcome: code`it answers`,
    },
    traces: ['caller-verified'],
    body: code`
  for (const kid of ['key-1', 'key-rsa', 'key-ed']) {
    const { alg } = JWKS.keys.find((each) => each.kid === kid) ?? {}
    const scopes = { scope: undefined, scp: ['read', 'write', 'admin'] }
    assert.ok((await statusWith('Bearer ' + tokenOf(scopes, { kid, alg }))) < 300, kid)
  }
  const scopesOf = async (claims: Record<string, unknown>) => {
    const headers = new Headers({ authorization: 'Bearer ' + tokenOf(claims) })
    return (await authenticate({ method: 'GET', url: new URL('https://service.test/'), headers, body: new Uint8Array() }, world().deps)).scopes
  }
  for (const claims of [{ scope: 'read  write' }, { scope: ['read', 'write'] }, { scope: undefined, scp: ['read', 'write', 5] }, { scope: undefined, scp: 'read write' }])
    assert.deepEqual(await scopesOf(claims), ['read', 'write'])
  assert.deepEqual(await scopesOf({ scope: undefined }), [])
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a token without the claim that names the tenant`,
      when: code`a route is called`,
      outcome: code`403, unless all callers are one tenant`,
    },
    traces: ['caller-verified', 'tenant-guessed'],
    body: code`
  const token = 'Bearer ' + tokenOf({ tenant: undefined })
  assert.equal((await answerTo(token, { TENANT_CLAIM: 'tenant' })).status, 403)
  assert.equal((await answerTo('Bearer ' + tokenOf({ tenant: { id: 1 } }), { TENANT_CLAIM: 'tenant' })).status, 403)
  assert.ok((await answerTo('Bearer ' + tokenOf({ tenant: undefined, team: 'x' }), { TENANT_CLAIM: 'team' })).status < 300)
  assert.ok((await answerTo(token, { TENANT_CLAIM: 'none' })).status < 300)
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a token with changed claims or another algorithm`,
      when: code`a route is called`,
      outcome: code`401`,
    },
    traces: ['caller-verified', 'token-forged'],
    body: code`
  const [head = '', , signature = ''] = tokenOf().split('.')
  const [, claims = ''] = tokenOf({ sub: 'administrator' }).split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url') + '.' + claims + '.'
  const foreignKey = tokenOf({}, { kid: 'key-2' })
  // Signed with the right key, but said to be of another kind of key.
  const otherKind = tokenOf({}, { alg: 'RS256' })
  const critical = tokenOf({}, { crit: ['b64'], b64: true })
  const others = ['HS256', 'ES384', 'constructor'].map((alg) => tokenOf({}, { alg }))
  for (const token of [head + '.' + claims + '.' + signature, none, foreignKey, otherKind, critical, ...others])
    assert.equal(await statusWith('Bearer ' + token), 401, token)
`,
  },
]

const PATH = 'test/verification.test.ts'

/** Tests of API keys. Where callers do not come by a plain request, no answer says with what to come again. */
export const apiKeySuite = (trial?: Trial): Suite => ({
  ...{ path: PATH, head: headOf(trial ?? OVER_HTTP, false) },
  cases: trial === undefined ? [apiKeyCase, apiKeysMalformed, apiKeyChallenged] : [apiKeyCase, apiKeysMalformed],
})

/** Tests of tokens, likewise. */
export const jwtSuite = (trial?: Trial): Suite => ({
  ...{ path: PATH, head: headOf(trial ?? OVER_HTTP, true) },
  cases: trial === undefined ? [...jwtCases, jwtChallenged] : jwtCases,
})
