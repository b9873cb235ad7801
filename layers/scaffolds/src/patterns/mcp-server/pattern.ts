import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Boundary, Context, Decision, Interface, Part, Requirement, ThreatDraft } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { items } from '../../parts/items/part.ts'
import { readRecordsPart, recordsPart } from '../../parts/records/part.ts'
import { scopeCheck, verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const interfacesOf = (writes: boolean): Interface[] => [
  {
    kind: 'tool',
    path: code`list_$kebabs`,
    input: code`{cursor?}`,
    output: code`{items, next?}`,
    auth: code`A verified caller with the scope read`,
  },
  {
    kind: 'tool',
    path: code`get_$kebab`,
    input: code`{id}`,
    output: code`The $noun`,
    auth: code`A verified caller with the scope read`,
  },
  ...(writes
    ? [
        {
          kind: 'tool' as const,
          path: code`create_$kebab`,
          input: code`{name, note?, key}`,
          output: code`The $noun`,
          auth: code`A verified caller with the scope write`,
        },
      ]
    : []),
  {
    kind: 'tool',
    path: code`search_$kebabs`,
    input: code`{query, cursor?}`,
    output: code`{items, next?}`,
    auth: code`A verified caller with the scope read`,
  },
  {
    kind: 'http',
    method: code`POST`,
    path: code`/mcp`,
    input: code`JSON-RPC 2.0`,
    output: code`JSON-RPC 2.0`,
    auth: code`A verified caller`,
  },
]

const requirementsOf = (writes: boolean): Requirement[] => [
  {
    key: 'mcp',
    text: writes
      ? code`Clients of the protocol initialize, list tools and call them, each creation once`
      : code`Clients of the protocol initialize, list tools and call them, and nothing is changed by it`,
    priority: 'P1',
  },
  {
    key: 'mcp-strict',
    text: code`What is no call, has wrong arguments or comes from a strange origin does nothing`,
    priority: 'P1',
  },
]

const toolThreats = (writes: boolean): ThreatDraft[] => [
  ...(writes
    ? [
        threat(
          'tool-repeated',
          code`A model`,
          code`repeats a call whose answer it did not see`,
          code`Things are made twice`,
          [4, 3],
          code`Creations need a key, which makes them once`,
        ),
      ]
    : []),
  answering(
    writes ? ['stride-mass-assignment'] : [],
    threat(
      'tool-arguments',
      code`A model that was misled by what it read`,
      code`gives arguments outside of the schema`,
      code`Something else is done than the tool says`,
      [4, 4],
      writes
        ? code`Arguments are checked by the tool's schema before it runs; tools only read and add, none removes`
        : code`Arguments are checked by the tool's schema before it runs, and no tool changes anything`,
    ),
  ),
]

const client = (writes: boolean): Boundary =>
  boundary('http', code`Client to MCP server`, {
    S: [
      threat(
        'rebinding',
        code`A page that a person visits`,
        code`calls the server through the person's browser`,
        code`The page acts as the person`,
        [3, 4],
        code`Origins are on a list, or absent, and pages of others may read no answer; the credential is a header that browsers do not add`,
      ),
    ],
    T: toolThreats(writes),
    E: [
      threat(
        'tool-scopes',
        code`A caller with few rights`,
        code`calls a tool that its credential does not allow`,
        code`It reads or changes what it may not`,
        [4, 5],
        code`Each tool names the scope it needs; a caller without it, or without any, gets 403`,
        code`A credential that is known`,
      ),
    ],
  })

const decision = (writes: boolean): Decision => ({
  title: code`Streamable HTTP without sessions`,
  context: code`Clients of models call tools over HTTP. Sessions would need a place that all instances share.`,
  drivers: [code`Any instance answers any message`, code`A model that is misled can do little harm`],
  options: [
    option(
      code`Each message on its own, answered in JSON`,
      code`it scales as any API and is tested as one`,
      code`the server cannot speak first`,
    ),
    option(
      code`Sessions with streams of events`,
      code`progress and notifications`,
      code`open streams cost, and sessions must be kept`,
    ),
    option(
      code`A program on the caller's machine, by stdio`,
      code`no network`,
      code`everybody installs and updates it`,
    ),
  ],
  because: code`three short tools need neither progress nor notifications.`,
  good: [writes ? code`tools only read and add` : code`tools only read`],
  bad: [code`long work needs a tool that starts it and one that asks`],
  confirmation: code`test/$kebab-tools.test.ts, and a client of the protocol against the deployed address.`,
})

type Credential = 'token' | 'key'

const serviceOf = (writes: boolean, credential: Credential): Part => ({
  summary: writes
    ? code`An MCP server with tools that list, search, get and create $nouns of the caller.`
    : code`An MCP server with tools that list, search and get $nouns of the caller, and change nothing.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 20 }],
  settings: [
    {
      name: code`ALLOWED_ORIGINS`,
      means: code`Origins of pages that may call from a browser, with spaces between them`,
      value: code`https://app.example.com`,
    },
  ],
  rendered: () => [
    items({ writes, changes: false }),
    templates('mcp-server', {
      flags: { writes, tokens: credential === 'token' },
      values: {
        changes: writes ? code`Repeat a failed creation with the same key.` : code`They read and change nothing.`,
      },
    }),
    scopeCheck(),
    acceptedPost(code`/mcp`, code`{ jsonrpc: '2.0', id: 1, method: 'ping' }`),
  ],
  interfaces: interfacesOf(writes),
  requirements: requirementsOf(writes),
  boundaries: [client(writes)],

  decisions: [decision(writes)],
  assets: [code`$Entities of tenants`],
  actors: [code`People with clients of models`, code`Models, which may have been misled`],
  flows: [code`Client to server: JSON-RPC over HTTPS`, code`Server to table: records by tenant`],
  constraints: [
    code`An answer takes less than 20 seconds`,
    code`One search looks through 500 $nouns; it says where to go on`,
  ],
  questions: [
    ...(writes ? [] : [code`Which system writes the $nouns? Nothing here does: until then the table is empty`]),
    ...(credential === 'token'
      ? [code`Does JWT_AUDIENCE hold the public address with /mcp? Clients ask the issuer for tokens of that resource`]
      : []),
  ],
})

const credentialOf = ({ traits }: Context): Credential =>
  traits.verification === 'jwt' || traits.verification === 'oauth' ? 'token' : 'key'

export const mcpServer: Pattern = {
  version: '1.1.0',
  title: 'MCP server',
  traits: {
    trigger: 'http',
    route_shape: 'rpc',
    verification: 'oauth',
    dispatch: 'sync',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
    multi_tenant: 'yes',
  },
  // A tool needs a scope, and neither nobody nor a signature has one: a server that is open or signed has keys instead.
  parts: ({ traits, ...rest }: Context) => {
    const isScoped = traits.verification !== 'none' && traits.verification !== 'hmac'
    const context = { ...rest, traits: isScoped ? traits : { ...traits, verification: 'api-key' as const } }
    return [
      httpEntry,
      verificationPart(context, { hasMetadata: true, scopes: context.writes ? ['read', 'write'] : ['read'] }),
      context.writes ? recordsPart(context) : readRecordsPart(context),
      serviceOf(context.writes, credentialOf(context)),
    ]
  },
}
