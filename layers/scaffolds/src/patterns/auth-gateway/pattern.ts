import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedGet } from '../../parts/http/requests.ts'
import { upstreamPart } from '../../parts/upstream/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Verifies the callers of a service for $nouns, authorizes them by rules, and passes their signed identity to the upstream service.`,
  functions: [{ trigger: 'http', uses: ['upstream'], timeoutSeconds: 15 }],
  secrets: [
    {
      name: code`IDENTITY_KEY`,
      description: code`Key with which the upstream service verifies the identity of the caller. During a rotation, two keys separated by a comma; the first one signs`,
    },
  ],
  render: () => [templates('auth-gateway'), acceptedGet(code`/v1/$kebabs`)],
  interfaces: [
    {
      kind: 'http',
      method: code`*`,
      path: code`/v1/*`,
      input: code`As defined by the upstream service`,
      output: code`As defined by the upstream service; 401, 403, 502`,
      auth: code`A verified caller with the scope of the rule`,
    },
  ],
  requirements: [
    { key: 'ruled', text: code`A request that no rule allows is refused and logged`, priority: 'P1' },
    { key: 'identified', text: code`The upstream service can verify the caller`, priority: 'P1' },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      R: [
        threat(
          'access-denied-trace',
          code`A caller`,
          code`denies an access attempt`,
          code`Attacks leave no trace`,
          [2, 3],
          code`Each verdict is logged`,
        ),
      ],
      E: [
        withCardIds(
          ['stride-forgotten-route'],
          threat(
            'unruled',
            code`A caller with few rights`,
            code`calls a method or path without a rule`,
            code`The caller performs a forbidden operation`,
            [4, 5],
            code`A request without a matching rule is refused; every combination is tested`,
          ),
        ),
        threat(
          'path-forms',
          code`A caller`,
          code`encodes a path so that the gateway and the upstream service read it differently`,
          code`A rule for one path opens another`,
          [3, 5],
          code`Rules evaluate exactly the path that is forwarded: dot segments are resolved first, and encoded or doubled characters are refused`,
        ),
      ],
    }),
    boundary('upstream', code`Entry to the upstream service`, {
      S: [
        threat(
          'identity-forged',
          code`A client that reaches the upstream service directly`,
          code`claims an identity`,
          code`It gets all rights of that caller`,
          [3, 5],
          code`The signature of the identity covers time, method, path and body`,
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`Access rules in one table and a signed identity`,
      context: code`Several services share callers and rules, and the network does not prove an identity.`,
      drivers: [
        code`All access rules are in one place`,
        code`The upstream service verifies the identity without another call`,
      ],
      options: [
        option(
          code`A gateway with a rule table and signed headers`,
          code`rules are reviewed and tested in one file`,
          code`every request passes through it`,
        ),
        option(
          code`Each service verifies tokens itself`,
          code`there is no service in between`,
          code`rules drift apart`,
        ),
        option(code`A policy engine`, code`rules can depend on data`, code`it adds a language and a service`),
      ],
      because: code`rules by method and path are sufficient.`,
      good: [code`a missing rule denies access`],
      bad: [code`rules that depend on data stay in the upstream service`],
      confirmation: code`test/access-rules.test.ts covers every combination.`,
    },
  ],
  assets: [code`Rights of callers`, code`The identity key`],
  actors: [code`Callers`, code`The issuer of tokens`, code`The upstream service`],
  flows: [
    code`Caller to gateway: token over HTTPS`,
    code`Gateway to issuer: public keys`,
    code`Gateway to upstream service: signed identity`,
  ],
  constraints: [
    code`Bodies have at most 65,536 bytes`,
    code`Callers have no separate rate limit: a caller who sends too many requests is not slowed down`,
  ],
}

export const authGateway: Pattern = {
  version: '1.2.0',
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
  requiredTraits: ({ verification }) =>
    verification === 'api-key' || verification === 'mtls' ? {} : { verification: 'jwt' },
  // Rights need an identified caller, so a gateway is never open.
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
