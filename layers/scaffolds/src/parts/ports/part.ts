import { type Code, code, joined, literal } from '../../code.ts'
import { type Design, hasTrigger, type Port, portsOf, type SourceFile } from '../../design.ts'
import { connectionsSource, modelSource, objectsSource } from './source.ts'

interface PortKind {
  readonly port: Port
  readonly type: Code
  readonly from: Code
  readonly says: Code
}

const KINDS: readonly PortKind[] = [
  {
    port: 'records',
    type: code`Records`,
    from: code`./records/records.ts`,
    says: code`Records that change by condition.`,
  },
  { port: 'queue', type: code`Queue`, from: code`./queue/queue.ts`, says: code`Work for later.` },
  { port: 'objects', type: code`Objects`, from: code`./objects/objects.ts`, says: code`Files.` },
  { port: 'model', type: code`Model`, from: code`./model/model.ts`, says: code`A language model.` },
  {
    port: 'connections',
    type: code`Connections`,
    from: code`./connections/connections.ts`,
    says: code`People who are connected.`,
  },
]

/** Whether the code of a design asks for chance, or for time to pass. What waits for itself has it as an argument. */
export const reaches = ({ files }: Pick<Design, 'files'>, what: 'random' | 'sleep'): boolean => {
  const asked = new RegExp(`(?:deps\\.|[{,]\\s*)${what}\\b`)
  return files.some(
    ({ path, content }) => path.startsWith('src/') && path !== 'src/retry/backoff.ts' && asked.test(content),
  )
}

const deps = (design: Design): Code => {
  const ports = portsOf(design)
  const kinds = KINDS.filter(({ port }) => ports.has(port))
  const imports = joined(kinds.map(({ type, from }) => code`import type { ${type} } from '${from}'`).sort())
  return code`
${imports === '' ? code`` : code`${imports}\n\n`}/** All that is outside of the code: time, chance, the network, secrets and what the functions of this service may reach. */
export interface Deps {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newId: () => string
${joined([
  reaches(design, 'random') ? code`  /** From 0 to below 1. */\n  readonly random: () => number` : undefined,
  reaches(design, 'sleep') ? code`  readonly sleep: (ms: number) => Promise<void>` : undefined,
  code`  /** Writes one line of JSON. No bodies, no secrets. */`,
])}
  readonly log: (entry: Readonly<Record<string, unknown>>) => void
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly secret: (name: string) => Promise<string>
  readonly setting: (name: string) => string
${joined(kinds.map(({ port, type, says }) => code`  /** ${says} */\n  readonly ${port as Code}: ${type}`))}
}
`
}

const fieldsOf = (values: Design['settings']): Code =>
  joined(values.map(({ name, value }) => code`  ${name}: ${literal(value ?? `value of ${name}`)},`))

const TEST_SECRETS: Readonly<Record<string, { readonly value: Code; readonly from: Code }>> = {
  SIGNING_KEYS: { value: code`KEY`, from: code`KEY` },
  API_KEYS: { value: code`API_KEYS`, from: code`API_KEYS` },
}

const usesTokens = ({ settings }: Design): boolean => settings.some(({ name }) => name === 'JWKS_URL')

const worldImports = (design: Design): Code => {
  const ports = portsOf(design)
  const credentials = joined(
    [
      ...design.secrets.flatMap(({ name }) => TEST_SECRETS[name]?.from ?? []),
      ...(usesTokens(design) ? [code`JWKS`] : []),
    ],
    ', ',
  )
  return joined([
    ports.has('model') ? code`import type { Prompt } from '../../src/model/model.ts'` : undefined,
    ports.has('objects') ? code`import { MemoryObjects } from '../../src/objects/objects.ts'` : undefined,
    code`import type { Deps } from '../../src/ports.ts'`,
    ports.has('records') ? code`import { MemoryRecords } from '../../src/records/memory-records.ts'` : undefined,
    credentials === '' ? undefined : code`import { ${credentials} } from './credentials.ts'`,
  ])
}

const worldPorts = (design: Design): Code => {
  const ports = portsOf(design)
  return joined([
    ports.has('records') ? code`    records: new MemoryRecords(now),` : undefined,
    ports.has('objects') ? code`    objects: new MemoryObjects(),` : undefined,
    ports.has('queue')
      ? code`    queue: {
      send: async (body, delayMs = 0) => {
        sent.push(body)
        delays.push(delayMs)
      },
    },`
      : undefined,
    ports.has('model')
      ? code`    model: {
      complete: async (prompt) => {
        prompts.push(prompt)
        return answers.shift() ?? ''
      },
    },`
      : undefined,
    ports.has('connections')
      ? code`    connections: {
      send: async (connection, value) => {
        if (gone.has(connection)) return false
        received.push({ connection, value })
        return true
      },
    },`
      : undefined,
  ])
}

const worldState = (design: Design): { readonly made: Code; readonly names: Code } => {
  const ports = portsOf(design)
  return {
    made: joined([
      ports.has('queue') ? code`  const sent: unknown[] = []\n  const delays: number[] = []` : undefined,
      ports.has('model')
        ? code`  const prompts: Prompt[] = []\n  const answers: string[] = [...(options.answers ?? [])]`
        : undefined,
      ports.has('connections')
        ? code`  const received: { connection: string; value: unknown }[] = []\n  const gone = new Set<string>()`
        : undefined,
    ]),
    names: joined(
      [
        code`deps, clock, logged, fetched`,
        ports.has('queue') ? code`sent, delays` : undefined,
        ports.has('model') ? code`prompts, answers` : undefined,
        ports.has('connections') ? code`received, gone` : undefined,
      ],
      ', ',
    ),
  }
}

const answerOf = (design: Design): Code =>
  usesTokens(design)
    ? code`url.endsWith('/jwks.json') ? Response.json(JWKS) : (options.fetch?.(url, init) ?? Response.json({}))`
    : code`options.fetch?.(url, init) ?? Response.json({})`

const optionsOf = (design: Design): Code => code`
interface Options {
${joined([
  code`  readonly secrets?: Record<string, string>\n  readonly settings?: Record<string, string>`,
  code`  readonly fetch?: (url: string, init?: RequestInit) => Response | Promise<Response>`,
  portsOf(design).has('model')
    ? code`  /** What the model says, one after the other. */\n  readonly answers?: readonly string[]`
    : undefined,
])}
}
`

/** Settings of tests: an issuer that nobody reaches, and tenants also where there is one alone, so that they are told apart. */
const testSettings = ({ settings }: Design): Code =>
  fieldsOf(settings)
    .replaceAll('https://issuer.example.com', 'https://issuer.test')
    .replace("TENANT_CLAIM: 'none'", "TENANT_CLAIM: 'tenant'") as Code

const world = (design: Design): Code => {
  const { made, names } = worldState(design)
  const secrets = joined(
    design.secrets.map(({ name }) => code`  ${name}: ${TEST_SECRETS[name]?.value ?? literal(`test-${name}`)},`),
  )
  const settings = testSettings(design)
  return code`
${worldImports(design)}

/** When tests begin: milliseconds since 1970. */
export const START = Date.UTC(2026, 0, 5, 12)

${joined(
  [
    design.secrets.length === 0 ? undefined : code`const SECRETS = (): Record<string, string> => ({\n${secrets}\n})`,
    design.settings.length === 0 ? undefined : code`const SETTINGS: Record<string, string> = {\n${settings}\n}`,
    optionsOf(design),
  ],
  '\n\n',
)}

/** Everything outside of the code, in memory, with what it was asked. Time moves when a test moves it. */
export const world = (options: Options = {}) => {
  const clock = { at: START }
  const now = () => clock.at
  const logged: Record<string, unknown>[] = []
  const fetched: { url: string; init: RequestInit | undefined }[] = []
${made}
  let ids = 0
  const deps: Deps = {
    now,
${joined([
  code`    newId: () => 'id-' + String((ids += 1)).padStart(4, '0'),`,
  reaches(design, 'random') ? code`    random: () => 0.5,` : undefined,
  reaches(design, 'sleep') ? code`    sleep: async (ms) => {\n      clock.at += ms\n    },` : undefined,
])}
    log: (entry) => void logged.push({ ...entry }),
    fetch: async (url, init) => {
      fetched.push({ url, init })
      return ${answerOf(design)}
    },
    secret: async (name) => ${design.secrets.length === 0 ? code`options.secrets?.[name] ?? ''` : code`({ ...SECRETS(), ...options.secrets })[name] ?? ''`},
    setting: (name) => ${design.settings.length === 0 ? code`options.settings?.[name] ?? ''` : code`({ ...SETTINGS, ...options.settings })[name] ?? ''`},
${worldPorts(design)}
  }
  return { ${names} }
}
`
}

/** What the code of a design may reach, and the same in memory for its tests. */
export const portFiles = (design: Design): SourceFile[] => {
  const ports = portsOf(design)
  const isConnected = ports.has('connections') || hasTrigger(design, 'connection')
  return [
    { path: 'src/ports.ts', content: deps(design) },
    { path: 'test/support/world.ts', content: world(design) },
    ...(ports.has('objects') ? [{ path: 'src/objects/objects.ts', content: objectsSource }] : []),
    ...(ports.has('model') ? [{ path: 'src/model/model.ts', content: modelSource }] : []),
    ...(isConnected ? [{ path: 'src/connections/connections.ts', content: connectionsSource }] : []),
  ]
}
