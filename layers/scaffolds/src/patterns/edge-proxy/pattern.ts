import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedGet } from '../../parts/http/requests.ts'
import { ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { upstreamPart } from '../../parts/upstream/part.ts'
import { knowsTenants, verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`A proxy in front of a service for $nouns. It forwards listed paths only, limits the request rate of each caller, and filters headers.`,
  functions: [{ trigger: 'http', uses: ['records', 'upstream'], timeoutSeconds: 15 }],
  interfaces: [
    {
      kind: 'http',
      method: code`*`,
      path: code`/v1/*`,
      input: code`As defined by the upstream service`,
      output: code`As defined by the upstream service; 429, 502`,
      auth: code`A verified caller`,
    },
  ],
  requirements: [
    { key: 'listed', text: code`Only listed paths and methods are forwarded`, priority: 'P1' },
    {
      key: 'limited',
      text: code`Each caller has a limit of requests per minute, and a refusal says when to retry`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      I: [
        withCardIds(
          ['stride-poisoned-cache'],
          threat(
            'shared-cache',
            code`A cache between a caller and the proxy`,
            code`stores a response and returns it to another caller`,
            code`A caller reads another caller's data`,
            [3, 4],
            code`The proxy stores no response; responses that browsers may store are private, all others are no-store unless the upstream service says otherwise`,
          ),
        ),
      ],
      D: [
        withCardIds(
          ['stride-noisy-neighbor'],
          threat(
            'caller-flood',
            code`One caller`,
            code`uses the full capacity of the upstream service`,
            code`Other callers get no response`,
            [4, 3],
            code`A limit per caller and minute, counted with conditional writes`,
          ),
        ),
      ],
      E: [
        withCardIds(
          ['stride-forgotten-route'],
          threat(
            'unlisted',
            code`A caller`,
            code`requests paths that are not meant to be public`,
            code`Internal functions of the upstream service are exposed`,
            [4, 5],
            code`Paths and methods are listed; all others return 404`,
          ),
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`An allowlist of paths`,
      context: code`The upstream service has internal routes, and gets new ones.`,
      drivers: [
        code`A new upstream route does not become public by accident`,
        code`One caller must not starve the others`,
      ],
      options: [
        option(
          code`A list of prefixes with methods and limits`,
          code`one file lists all public routes`,
          code`a new route needs an entry here`,
        ),
        option(code`A blocklist of paths`, code`new routes need no change`, code`a forgotten route is public`),
        option(
          code`Only the gateway of the platform`,
          code`it needs no code`,
          code`rate limits per caller and header filters differ between platforms`,
        ),
      ],
      because: code`a forgotten entry must be safe.`,
      good: [code`a review of one file shows all public routes`],
      bad: [code`the rate limit costs a read and a write per request`],
      confirmation: code`test/proxy-rules.test.ts and test/upstream.test.ts.`,
    },
  ],
  assets: [code`The upstream service`],
  actors: [code`Callers`, code`Operators of the upstream service`],
  flows: [code`Caller to proxy: HTTPS`, code`Proxy to upstream service: HTTPS`],
  constraints: [code`Bodies have at most 65,536 bytes`, code`The upstream service responds within eight seconds`],
}

const callerPart = (context: Context): Part => ({
  render: () => [
    templates('edge-proxy', { flags: { tenants: knowsTenants(context) } }),
    rivalWriteSupport(),
    acceptedGet(code`/v1/$kebabs`),
  ],
  questions: knowsTenants(context)
    ? []
    : [code`Who counts as one caller? Callers are not verified, so all of them share one rate limit`],
})

export const edgeProxy: Pattern = {
  version: '1.2.0',
  title: 'Edge proxy',
  traits: {
    trigger: 'http',
    route_shape: 'proxy',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'cache',
    exposure: 'public',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
  },
  parts: (context: Context) => [
    httpEntry,
    verificationPart(context),
    ownRecordsPart,
    upstreamPart,
    service,
    callerPart(context),
  ],
}
