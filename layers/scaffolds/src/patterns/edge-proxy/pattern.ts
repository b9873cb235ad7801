import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedGet } from '../../parts/http/requests.ts'
import { contestedRecords, ownRecordsPart } from '../../parts/records/part.ts'
import { upstreamPart } from '../../parts/upstream/part.ts'
import { knowsTenants, verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`Stands before a service of $nouns: passes listed paths, limits callers, cleans headers.`,
  functions: [{ trigger: 'http', uses: ['records', 'upstream'], timeoutSeconds: 15 }],
  interfaces: [
    {
      kind: 'http',
      method: code`*`,
      path: code`/v1/*`,
      input: code`As the service behind`,
      output: code`As the service behind, 429, 502`,
      auth: code`A verified caller`,
    },
  ],
  requirements: [
    { key: 'listed', text: code`Only listed paths and methods pass`, priority: 'P1' },
    {
      key: 'limited',
      text: code`A caller has a limit of requests per minute, and learns when to retry`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('http', code`Caller to HTTP entry`, {
      I: [
        answering(
          ['stride-poisoned-cache'],
          threat(
            'shared-cache',
            code`A cache between a caller and the proxy`,
            code`stores a response and returns it to another caller`,
            code`One caller reads what is another's`,
            [3, 4],
            code`The proxy stores no response; responses that browsers may store are private, all others are no-store unless the upstream service says otherwise`,
          ),
        ),
      ],
      D: [
        answering(
          ['stride-noisy-neighbor'],
          threat(
            'caller-flood',
            code`One caller`,
            code`uses all that the service behind can do`,
            code`Others get nothing`,
            [4, 3],
            code`A limit a caller and minute, counted by conditional writes`,
          ),
        ),
      ],
      E: [
        answering(
          ['stride-forgotten-route'],
          threat(
            'unlisted',
            code`A caller`,
            code`asks for paths that were never meant to be public`,
            code`Inner functions of the service behind are reached`,
            [4, 5],
            code`Paths and methods are listed; all others are 404`,
          ),
        ),
      ],
    }),
  ],

  decisions: [
    {
      title: code`A list of what passes`,
      context: code`The service behind has more routes than may be public, and grows.`,
      drivers: [code`A new route behind is not public by accident`, code`One caller must not starve others`],
      options: [
        option(
          code`A list of prefixes with methods and limits`,
          code`one file lists what is public`,
          code`a new route needs a line here`,
        ),
        option(
          code`Pass everything but a list of refusals`,
          code`nothing needs to be done for new routes`,
          code`what is forgotten is public`,
        ),
        option(
          code`The gateway of the platform alone`,
          code`no code`,
          code`limits by caller and clean headers differ between platforms`,
        ),
      ],
      because: code`forgetting must be safe.`,
      good: [code`review of one file shows what is public`],
      bad: [code`a limit costs a read and a write a request`],
      confirmation: code`test/proxy-rules.test.ts and test/upstream.test.ts.`,
    },
  ],
  assets: [code`The service behind`],
  actors: [code`Callers`, code`Operators of the upstream service`],
  flows: [code`Caller to proxy: HTTPS`, code`Proxy to the service behind: HTTPS`],
  constraints: [code`Bodies have at most 65,536 bytes`, code`The service behind answers within eight seconds`],
}

const byCaller = (context: Context): Part => ({
  rendered: () => [
    templates('edge-proxy', { flags: { tenants: knowsTenants(context) } }),
    contestedRecords(),
    acceptedGet(code`/v1/$kebabs`),
  ],
  questions: knowsTenants(context)
    ? []
    : [code`Who counts as one caller? Callers are not verified, so all of them share the requests of one minute`],
})

export const edgeProxy: Pattern = {
  version: '1.1.0',
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
    byCaller(context),
  ],
}
