import { code } from '../../code.ts'
import type { Boundary, Case, Context, Part, ThreatDraft } from '../../design.ts'
import {
  apiKeyCredentials,
  apiKeySource,
  jwtCredentials,
  jwtSource,
  openCredentials,
  openSource,
} from './caller-source.ts'
import { hmacPart } from './hmac-part.ts'

const boundary = (spoofing: Boundary['cells']['S'], elevation: Boundary['cells']['E']): Boundary => ({
  key: 'http',
  name: code`Caller to HTTP entry`,
  cells: { S: spoofing, T: [], R: [], I: [], D: [], E: elevation },
})

const STATUS_WITH = code`
/** The same request with another Authorization. */
const statusWith = async (authorization: string | undefined): Promise<number> => {
  const request = await goodRequest()
  if (authorization === undefined) request.headers.delete('authorization')
  else request.headers.set('authorization', authorization)
  return (await http(request, world().deps)).status
}
`

const HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

${STATUS_WITH}
`

const JWT_HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { tokenOf } from './support/credentials.ts'
import { goodRequest } from './support/requests.ts'
import { START, world } from './support/world.ts'

${STATUS_WITH}
`

const taken: ThreatDraft = {
  ...{ key: 'caller-forged', source: code`A stranger`, prerequisites: code`The address` },
  ...{
    action: code`calls as somebody else, without a credential or with a made-up one`,
    impact: code`Data of others is read or changed`,
  },
  ...{ likelihood: 4, impactScore: 5 },
  mitigation: code`Every route but the open ones verifies the caller first; what cannot be verified is 401`,
  answers: ['stride-forged-caller'],
}

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
  const asHmac = tokenOf({}, { alg: 'HS256' })
  for (const token of [head + '.' + claims + '.' + signature, none, foreignKey, asHmac])
    assert.equal(await statusWith('Bearer ' + token), 401, token)
`,
  },
]

const openPart: Part = {
  files: [
    { path: 'src/verification/authenticate.ts', content: openSource },
    { path: 'test/support/credentials.ts', content: openCredentials },
  ],
  boundaries: [
    boundary(
      code`The service is open to everybody and acts for nobody, so there is nobody to pretend to be`,
      code`All callers have the same rights`,
    ),
  ],
}

const apiKeyPart: Part = {
  secrets: [
    {
      name: code`API_KEYS`,
      means: code`JSON list of {sha256, id, tenant, scopes}, one a key; keys themselves are not kept`,
    },
  ],
  files: [
    { path: 'src/verification/authenticate.ts', content: apiKeySource },
    { path: 'test/support/credentials.ts', content: apiKeyCredentials },
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is known by an API key, of which only the SHA-256 is kept`,
      priority: 'P1',
    },
  ],
  boundaries: [boundary([taken], code`A key has the rights of its tenant, which the keys of records enforce`)],
  suites: [{ path: 'test/verification.test.ts', head: HEAD, cases: [apiKeyCase] }],
}

const jwtPart: Part = {
  settings: [
    {
      name: code`JWT_ISSUER`,
      means: code`Issuer of the tokens that are accepted`,
      value: code`https://issuer.example.com`,
    },
    { name: code`JWT_AUDIENCE`, means: code`Audience that tokens must name`, value: code`service` },
    {
      name: code`JWKS_URL`,
      means: code`Address of the issuer's public keys`,
      value: code`https://issuer.example.com/.well-known/jwks.json`,
    },
  ],
  files: [
    { path: 'src/verification/authenticate.ts', content: jwtSource },
    { path: 'test/support/credentials.ts', content: jwtCredentials },
  ],
  requirements: [
    {
      key: 'caller-verified',
      text: code`A caller is known by a token of the issuer, for this audience, that has not ended`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary(
      [{ ...taken, answers: ['stride-forged-caller', 'stride-confused-issuer'] }],
      [
        {
          ...{ key: 'token-forged', source: code`Who holds a true token`, prerequisites: code`A token of low rights` },
          ...{
            action: code`changes its claims, or its algorithm to none or to an HMAC with the public key`,
            impact: code`Rights of an administrator`,
          },
          ...{ likelihood: 3, impactScore: 5 },
          mitigation: code`Three algorithms are accepted, each with its own kind of key; keys come from the issuer alone`,
        },
      ],
    ),
  ],
  suites: [
    {
      path: 'test/verification.test.ts',
      head: JWT_HEAD,
      cases: jwtCases,
    },
  ],
}

/**
 * How callers are verified, by the trait. OAuth's access tokens are JWTs; mutual TLS ends before the function, at a domain
 * that a person sets up, so until then callers have keys, and the question stays open. The same where there is no body to sign.
 * @param hmac whether the pattern's requests have a body to sign, and whether it knows repetitions by their ids.
 */
export const verificationPart = (context: Context, hmac: 'deduped' | 'timed' | 'unfit' = 'unfit'): Part => {
  switch (context.traits.verification) {
    case 'hmac':
      if (hmac === 'unfit')
        return {
          ...apiKeyPart,
          questions: [code`Signed requests have bodies, and these have none: are API keys enough?`],
        }
      return hmacPart(context, { isDeduped: hmac === 'deduped' })
    case 'jwt':
    case 'oauth':
      return jwtPart
    case 'none':
      return openPart
    case 'mtls':
      return {
        ...apiKeyPart,
        questions: [
          code`Which certificate authority signs the callers' certificates? Until mutual TLS is set up at the domain, callers have API keys`,
        ],
      }
    default:
      return apiKeyPart
  }
}

/** Whether callers have tenants, so that there are foreign ones. */
export const knowsTenants = ({ traits }: Pick<Context, 'traits'>): boolean =>
  traits.verification !== 'none' && traits.verification !== 'hmac'
