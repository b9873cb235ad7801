import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Boundary, Context, Decision, Interface, Part, Requirement, ThreatDraft } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { itemTemplates } from '../../parts/items/part.ts'
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
      ? code`MCP clients initialize, list tools and call them; a repeated creation has no second effect`
      : code`MCP clients initialize, list tools and call them; no tool changes data`,
    priority: 'P1',
  },
  {
    key: 'mcp-strict',
    text: code`Malformed messages, invalid arguments and requests from other origins have no effect`,
    priority: 'P1',
  },
]

const toolThreats = (writes: boolean): ThreatDraft[] => [
  ...(writes
    ? [
        threat(
          'tool-repeated',
          code`A model`,
          code`repeats a call because it missed the response`,
          code`Records are created twice`,
          [4, 3],
          code`A creation needs a key; a repeated key creates nothing`,
        ),
      ]
    : []),
  withCardIds(
    writes ? ['stride-mass-assignment'] : [],
    threat(
      'tool-arguments',
      code`A model misled by injected text`,
      code`passes arguments that do not match the schema`,
      code`The tool does something other than described`,
      [4, 4],
      writes
        ? code`Arguments are validated against the schema of the tool before it runs; tools only read and create, and none deletes`
        : code`Arguments are validated against the schema of the tool before it runs, and no tool changes data`,
    ),
  ),
]

const clientBoundary = (writes: boolean): Boundary =>
  boundary('http', code`Client to MCP server`, {
    S: [
      threat(
        'rebinding',
        code`A web page that a user visits`,
        code`calls the server from the user's browser`,
        code`The page acts as the user`,
        [3, 4],
        code`Only listed origins, or requests without an origin, are accepted, and other pages cannot read responses; the credential is a header that browsers do not add`,
      ),
    ],
    T: toolThreats(writes),
    E: [
      threat(
        'tool-scopes',
        code`A caller with few rights`,
        code`calls a tool that its credential does not allow`,
        code`The caller reads or changes data without permission`,
        [4, 5],
        code`Each tool requires a scope; a caller without it gets 403`,
        code`A valid credential`,
      ),
    ],
  })

const decisionOf = (writes: boolean): Decision => ({
  title: code`Streamable HTTP without sessions`,
  context: code`Model clients call tools over HTTP. Sessions would need storage that all instances share.`,
  drivers: [code`Any instance can answer any message`, code`A misled model can do little harm`],
  options: [
    option(
      code`Independent messages with JSON responses`,
      code`it scales and is tested like any API`,
      code`the server cannot start a message`,
    ),
    option(
      code`Sessions with streams of events`,
      code`they support progress and notifications`,
      code`open streams cost money, and sessions must be stored`,
    ),
    option(
      code`A program on the caller's machine, over stdio`,
      code`it needs no network`,
      code`every user must install and update it`,
    ),
  ],
  because: code`short tools need neither progress nor notifications.`,
  good: [writes ? code`tools only read and create` : code`tools only read`],
  bad: [code`long work needs one tool that starts it and one that polls it`],
  confirmation: code`test/$kebab-tools.test.ts, and an MCP client against the deployed address.`,
})

type Credential = 'token' | 'key'

const serviceOf = (writes: boolean, credential: Credential): Part => ({
  summary: writes
    ? code`An MCP server with tools that list, search, get and create the caller's $nouns.`
    : code`An MCP server with tools that list, search and get the caller's $nouns. No tool changes data.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 20 }],
  settings: [
    {
      name: code`ALLOWED_ORIGINS`,
      description: code`Origins of web pages that may call the server, separated by spaces`,
      value: code`https://app.example.com`,
    },
  ],
  render: () => [
    itemTemplates({ writes, changes: false }),
    templates('mcp-server', {
      flags: { writes, tokens: credential === 'token' },
      values: {
        changes: writes ? code`Repeat a failed creation with the same key.` : code`They only read data.`,
      },
    }),
    scopeCheck(),
    acceptedPost(code`/mcp`, code`{ jsonrpc: '2.0', id: 1, method: 'ping' }`),
  ],
  interfaces: interfacesOf(writes),
  requirements: requirementsOf(writes),
  boundaries: [clientBoundary(writes)],

  decisions: [decisionOf(writes)],
  assets: [code`$Entities of tenants`],
  actors: [code`Users of model clients`, code`Models, which may be misled`],
  flows: [code`Client to server: JSON-RPC over HTTPS`, code`Server to table: records by tenant`],
  constraints: [
    code`A response takes less than 20 seconds`,
    code`A search scans up to 500 $nouns and returns a cursor to continue`,
  ],
  questions: [
    ...(writes
      ? []
      : [
          code`Which system writes the $nouns? This server does not, so the table stays empty until another system writes to it`,
        ]),
    ...(credential === 'token'
      ? [code`Is JWT_AUDIENCE the public URL with /mcp? Clients request tokens for that resource`]
      : []),
  ],
})

const credentialOf = ({ traits }: Context): Credential =>
  traits.verification === 'jwt' || traits.verification === 'oauth' ? 'token' : 'key'

export const mcpServer: Pattern = {
  version: '1.2.0',
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
  // Tools need a scope, which neither open nor signed requests have. Such a server uses API keys.
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
