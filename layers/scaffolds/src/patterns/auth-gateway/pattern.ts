import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedGet } from '../../parts/http/requests.ts'
import { upstreamPart } from '../../parts/upstream/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Verifies the callers of a service of $nouns, authorizes them by rules, and passes their identity, signed, to the upstream service.`,
  functions: [{ trigger: 'http', uses: ['upstream'], timeoutSeconds: 15 }],
  secrets: [
    {
      name: code`IDENTITY_KEY`,
      means: code`Key with which the upstream service verifies the identity of the caller; two separated by a comma during a rotation, the first of which signs`,
    },
  ],
  rendered: () => [templates('auth-gateway'), acceptedGet(code`/v1/$kebabs`)],
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
            code`uses a method or path without a rule`,
            code`It does what it may not`,
            [4, 5],
            code`What fits no rule is refused; every combination is tested`,
          ),
        ),
        threat(
          'path-forms',
          code`A caller`,
          code`encodes a path so that the gateway and the upstream service read it differently`,
          code`A rule for one path opens another`,
          [3, 5],
          code`Rules see the very path that goes on: climbing is resolved before both, encoded and doubled forms are refused`,
        ),
      ],
    }),
    boundary('upstream', code`Entry to the upstream service`, {
      S: [
        threat(
          'identity-forged',
          code`A client that reaches the upstream service directly`,
          code`claims an identity`,
          code`All rights of that caller`,
          [3, 5],
          code`Identity is signed over time, method, path and body`,
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`Rules in one table, identity signed`,
      context: code`Several services need the same callers and rules, and the network does not prove an identity.`,
      drivers: [code`One place has all rules of access`, code`The service behind can check it without asking`],
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
    code`Callers have no separate rate limit: a caller who sends too many requests is not slowed down`,
  ],
}

export const authGateway: Pattern = {
  version: '1.1.0',
  title: 'Auth gateway',
  traits: {
    trigger: 'http',
    route_shape: 'proxy',
    verification: 'jwt',
    dispatch: 'sync',
    store: 'none',
    exposure: 'public',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
  },
  settled: ({ verification }) => (verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' }),
  // Without a caller there is nobody to give rights to: an open gateway is none.
  parts: ({ traits, ...context }: Context) => {
    const verification =
      traits.verification === 'api-key' || traits.verification === 'mtls' ? traits.verification : 'jwt'
    return [
      httpEntry,
      verificationPart({ ...context, traits: { ...traits, verification } }, { scopes: ['read', 'write', 'admin'] }),
      upstreamPart,
      service,
    ]
  },
}
