import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { contestedFile } from '../../parts/records/contested.ts'
import { ownRecordsPart } from '../../parts/records/part.ts'
import { passingRoutes, upstreamPart } from '../../parts/upstream/part.ts'
import { knowsTenants, verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { apart, cases, head } from './cases.ts'

const rules = code`
/** Methods that a path takes, the first that fits. What fits none is not there. */
export interface ProxyRule {
  readonly prefix: string
  readonly methods: readonly string[]
  /** Requests a minute of one caller. */
  readonly perMinute: number
  /** Seconds that an answer may be kept by browsers, of reads that have no rule of their own. */
  readonly maxAge: number
}

export const RULES: readonly ProxyRule[] = [
  { prefix: '/v1/$kebabs', methods: ['GET', 'HEAD', 'POST'], perMinute: 60, maxAge: 0 },
  { prefix: '/v1/public', methods: ['GET', 'HEAD'], perMinute: 600, maxAge: 60 },
]

export const ruleFor = (method: string, pathname: string): ProxyRule | undefined =>
  RULES.find(({ prefix, methods }) => methods.includes(method) && (pathname === prefix || pathname.startsWith(prefix + '/')))

/** How many requests of a minute are used, as one row has it. */
export interface Used {
  readonly count: number
}

/** Seconds until the caller may ask again, or undefined when there is room. */
export const waitSeconds = ({ count }: Used, { perMinute }: ProxyRule, nowMs: number): number | undefined =>
  count < perMinute ? undefined : 60 - Math.floor((nowMs % 60_000) / 1_000)
`

const handler = code`
import { type ProxyRule, ruleFor, type Used, waitSeconds } from './$kebab/proxy-rules.ts'
import { Problem } from './http/problem.ts'
import { type Call, reply, type Route, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { forward } from './upstream/forward.ts'

/** Counts a request in the caller's minute. Two at once try again; what cannot be counted is refused, never let through. */
const count = async ({ caller, deps }: Call, rule: ProxyRule): Promise<number | undefined> => {
  const id = rule.prefix + '#' + caller.id + '#' + Math.floor(deps.now() / 60_000)
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await deps.records.get<Used>('limits', id)
    const wait = waitSeconds(row?.value ?? { count: 0 }, rule, deps.now())
    if (wait !== undefined) return wait
    const used: Used = { count: (row?.value.count ?? 0) + 1 }
    const expiresAt = deps.now() + 120_000
    if (row ? await deps.records.replace('limits', id, used, row.version, expiresAt) : await deps.records.insert('limits', id, used, expiresAt)) return undefined
  }
  return 1
}

const pass = async (call: Call): Promise<Response> => {
  const rule = ruleFor(call.method, call.url.pathname)
  if (rule === undefined) throw new Problem(404, 'not_found', 'There is no such path')
  const wait = await count(call, rule)
  if (wait !== undefined) {
    const told = { error: 'Too many requests', code: 'rate_limited', retry_after: wait }
    return reply(429, told, { 'retry-after': String(wait) })
  }
  const response = await forward(call, { 'x-caller-id': call.caller.id })
  if (rule.maxAge > 0 && response.ok && !response.headers.has('cache-control'))
    response.headers.set('cache-control', 'private, max-age=' + rule.maxAge)
  return response
}

${passingRoutes}
`

const service: Part = {
  summary: code`Stands before a service of $nouns: passes listed paths, limits callers, cleans headers.`,
  functions: [{ trigger: 'http', uses: ['records', 'upstream'], timeoutSeconds: 15 }],
  files: [
    { path: 'src/$kebab/proxy-rules.ts', content: rules },
    { path: 'src/handler.ts', content: handler },
    contestedFile,
    requestsFile('GET', '/v1/$kebabs', undefined),
  ],
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
      text: code`A caller has so many requests a minute, and is told when to come again`,
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
            code`A cache between a caller and us`,
            code`keeps an answer and gives it to somebody else`,
            code`One caller reads what is another's`,
            [3, 4],
            code`We keep no answer; what we let browsers keep is private, all else is no-store unless the service behind says otherwise`,
          ),
        ),
      ],
      D: [
        answering(
          ['stride-noisy-neighbour'],
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
  suites: [{ path: 'test/proxy-rules.test.ts', head, cases }],
  decisions: [
    {
      title: code`A list of what passes`,
      context: code`The service behind has more routes than may be public, and grows.`,
      drivers: [code`A new route behind is not public by accident`, code`One caller must not starve others`],
      options: [
        option(
          code`A list of prefixes with methods and limits`,
          code`what is public stands in one file`,
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
  actors: [code`Callers`, code`Who operates the service behind`],
  flows: [code`Caller to proxy: HTTPS`, code`Proxy to the service behind: HTTPS`],
  constraints: [code`Bodies have at most 65,536 bytes`, code`The service behind answers within eight seconds`],
}

/** Without a caller who is known, all who call are one. */
const callers = (context: Context): Part =>
  knowsTenants(context)
    ? { suites: [{ path: 'test/proxy-rules.test.ts', head, cases: [apart] }] }
    : {
        questions: [code`Who is one caller? Nobody is verified, so all who call share the requests of one minute`],
      }

export const edgeProxy: Pattern = {
  version: '1.0.0',
  title: 'Edge proxy',
  traits: {
    ...{ trigger: 'http', route_shape: 'proxy', verification: 'api-key', dispatch: 'sync', store: 'cache' },
    ...{ exposure: 'public', has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  },
  parts: (context: Context) => [
    httpPart,
    verificationPart(context),
    ownRecordsPart,
    upstreamPart,
    service,
    callers(context),
  ],
}
