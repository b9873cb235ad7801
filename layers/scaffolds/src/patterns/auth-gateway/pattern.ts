import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { passingRoutes, upstreamPart } from '../../parts/upstream/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { cases, head } from './cases.ts'

const rules = code`
/** What a request needs. The first rule that fits counts; what fits none is refused. */
export interface AccessRule {
  readonly method: string
  readonly prefix: string
  readonly scope: string
}

export const RULES: readonly AccessRule[] = [
  { method: 'GET', prefix: '/v1/$kebabs', scope: 'read' },
  { method: 'POST', prefix: '/v1/$kebabs', scope: 'write' },
  { method: 'PUT', prefix: '/v1/$kebabs', scope: 'write' },
  { method: 'DELETE', prefix: '/v1/$kebabs', scope: 'admin' },
]

/**
 * Whether the service behind can read the path in one way alone. What URLs themselves know of climbing, ".." and "%2e%2e", is resolved
 * before anybody here sees the path, and goes on resolved; all that others might decode further is refused: "%25" may be decoded twice.
 */
export const isPlainPath = (pathname: string): boolean =>
  !/[/][/]|[/][.]{1,2}([/]|$)|%2e|%2f|%5c|%25|%00|[\\\\]|;/i.test(pathname)

export const ruleFor = (method: string, pathname: string): AccessRule | undefined =>
  RULES.find((rule) => rule.method === method && (pathname === rule.prefix || pathname.startsWith(rule.prefix + '/')))

export type Verdict = 'allowed' | 'no_rule' | 'path_refused' | 'scope_missing'

export const verdictOf = (method: string, pathname: string, scopes: readonly string[]): Verdict => {
  if (!isPlainPath(pathname)) return 'path_refused'
  const rule = ruleFor(method, pathname)
  if (rule === undefined) return 'no_rule'
  return scopes.includes(rule.scope) ? 'allowed' : 'scope_missing'
}
`

const identity = code`
import { createHash, createHmac } from 'node:crypto'
import type { Call } from '../http/serve.ts'

/**
 * Headers from which the service behind knows the caller, signed over this very request so that nobody else can say it. The
 * secret holds one key, or two with a comma between them while they change: the first one signs, the service behind takes both.
 */
export const identityHeaders = async ({ method, url, body, caller, deps }: Call): Promise<Record<string, string>> => {
  const seconds = String(Math.floor(deps.now() / 1_000))
  const scopes = caller.scopes.join(' ')
  const digest = createHash('sha256').update(body).digest('base64url')
  const said = JSON.stringify([seconds, method, url.pathname + url.search, digest, caller.id, caller.tenant, scopes])
  const [key = ''] = (await deps.secret('IDENTITY_KEY')).split(',')
  if (key === '') throw new Error('The secret IDENTITY_KEY is empty')
  const signature = createHmac('sha256', key).update(said).digest('base64url')
  return {
    'x-caller-id': encodeURIComponent(caller.id),
    'x-caller-tenant': encodeURIComponent(caller.tenant),
    'x-caller-scopes': encodeURIComponent(scopes),
    'x-caller-time': seconds,
    'x-caller-signature': signature,
  }
}
`

const handler = code`
import { identityHeaders } from './$kebab/identity.ts'
import { type Verdict, verdictOf } from './$kebab/access-rules.ts'
import { Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { forward } from './upstream/forward.ts'

const REFUSALS: Readonly<Record<Exclude<Verdict, 'allowed'>, readonly [status: number, code: string, message: string]>> = {
  no_rule: [403, 'no_rule', 'Nobody may do this here'],
  path_refused: [400, 'path_refused', 'Send the path in its plain form'],
  scope_missing: [403, 'insufficient_scope', 'The caller lacks the scope for this'],
}

const pass = async (call: Call): Promise<Response> => {
  const verdict = verdictOf(call.method, call.url.pathname, call.caller.scopes)
  call.deps.log({ event: 'access', caller: call.caller.id, method: call.method, verdict })
  if (verdict !== 'allowed') throw new Problem(...REFUSALS[verdict])
  return forward(call, await identityHeaders(call))
}

${passingRoutes}
`

const service: Part = {
  summary: code`Verifies who calls a service of $nouns, decides by rules what they may, and says it signed to the service behind.`,
  functions: [{ trigger: 'http', uses: ['upstream'], timeoutSeconds: 15 }],
  secrets: [
    {
      name: code`IDENTITY_KEY`,
      means: code`Key with which the service behind checks who the caller is; two with a comma between them while they change, the first of which signs`,
    },
  ],
  files: [
    { path: 'src/$kebab/access-rules.ts', content: rules },
    { path: 'src/$kebab/identity.ts', content: identity },
    { path: 'src/handler.ts', content: handler },
    requestsFile('GET', '/v1/$kebabs', undefined),
  ],
  interfaces: [
    {
      kind: 'http',
      method: code`*`,
      path: code`/v1/*`,
      input: code`As the service behind`,
      output: code`As the service behind, 401, 403, 502`,
      auth: code`A verified caller with the scope of the rule`,
    },
  ],
  requirements: [
    { key: 'ruled', text: code`What no rule allows is refused, and leaves a line`, priority: 'P1' },
    { key: 'identified', text: code`The service behind can check who calls`, priority: 'P1' },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      R: [
        threat(
          'access-denied-trace',
          code`A caller`,
          code`says that access was never tried`,
          code`Attacks leave no trace`,
          [2, 3],
          code`A line for each verdict`,
        ),
      ],
      E: [
        answering(
          ['stride-forgotten-route'],
          threat(
            'unruled',
            code`A caller with few rights`,
            code`uses a method or path that nobody thought of`,
            code`It does what it may not`,
            [4, 5],
            code`What fits no rule is refused; every combination is tested`,
          ),
        ),
        threat(
          'path-forms',
          code`A caller`,
          code`writes a path so that we and the service behind read it differently`,
          code`A rule for one path opens another`,
          [3, 5],
          code`Rules see the very path that goes on: climbing is resolved before both, encoded and doubled forms are refused`,
        ),
      ],
    }),
    boundary('upstream', code`Entry to the service behind`, {
      S: [
        threat(
          'identity-forged',
          code`Who reaches the service behind without us`,
          code`says it is somebody`,
          code`All rights of that caller`,
          [3, 5],
          code`Identity is signed over time, method, path and body`,
        ),
      ],
    }),
  ],
  suites: [{ path: 'test/access-rules.test.ts', head, cases }],
  decisions: [
    {
      title: code`Rules in one table, identity signed`,
      context: code`Several services need the same callers and rules, and the network alone proves nobody.`,
      drivers: [code`One place says who may what`, code`The service behind can check it without asking`],
      options: [
        option(
          code`A gateway with a table of rules and signed headers`,
          code`rules are reviewed and tested in one file`,
          code`every request passes it`,
        ),
        option(code`Each service verifies tokens itself`, code`no service in between`, code`rules drift apart`),
        option(code`A policy engine`, code`rules on data`, code`it is one more language and service`),
      ],
      because: code`rules by method and path are all that is needed now.`,
      good: [code`a forgotten rule refuses`],
      bad: [code`rules that depend on data stay with the service behind`],
      confirmation: code`test/access-rules.test.ts goes through every combination.`,
    },
  ],
  assets: [code`Rights of callers`, code`The identity key`],
  actors: [code`Callers`, code`The issuer of tokens`, code`The service behind`],
  flows: [
    code`Caller to gateway: token over HTTPS`,
    code`Gateway to issuer: public keys`,
    code`Gateway to the service behind: signed identity`,
  ],
  constraints: [
    code`Bodies have at most 65,536 bytes`,
    code`No caller has a rate of its own: who calls too often is not held back`,
  ],
}

export const authGateway: Pattern = {
  version: '1.0.0',
  title: 'Auth gateway',
  traits: {
    ...{ trigger: 'http', route_shape: 'proxy', verification: 'jwt', dispatch: 'sync', store: 'none' },
    ...{ exposure: 'public', has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  },
  settled: ({ verification }) => (verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' }),
  // Without a caller there is nobody to give rights to: an open gateway is none.
  parts: ({ traits, ...context }: Context) => {
    const verification =
      traits.verification === 'api-key' || traits.verification === 'mtls' ? traits.verification : 'jwt'
    return [
      httpPart,
      verificationPart({ ...context, traits: { ...traits, verification } }, { scopes: ['read', 'write', 'admin'] }),
      upstreamPart,
      service,
    ]
  },
}
