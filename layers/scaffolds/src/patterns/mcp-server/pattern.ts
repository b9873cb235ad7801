import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { keep, shape } from '../../parts/items/source.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { handler, protocol, testHead, tools } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['mcp'],
    [code`a client`, code`it initializes and lists tools`, code`versions are agreed on, and every tool has a schema`],
    code`
  const { deps } = world()
  const agreed = (await ask(deps, 'initialize', { protocolVersion: VERSIONS[1] })).result
  assert.equal(agreed?.protocolVersion, VERSIONS[1])
  assert.equal((await ask(deps, 'initialize', { protocolVersion: '1999-01-01' })).result?.protocolVersion, VERSIONS[0])
  const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.equal((await http(authorized('POST', '/mcp', note), deps)).status, 202)
  const listed = (await ask(deps, 'tools/list')).result?.tools as { name: string; inputSchema: unknown }[]
  assert.deepEqual(listed.map(({ name }) => name), TOOLS.map(({ name }) => name))
  assert.ok(listed.every(({ inputSchema }) => typeof inputSchema === 'object'))
  assert.deepEqual((await ask(deps, 'ping')).result, {})
`,
  ),
  testCase(
    'e2e',
    ['mcp', 'tool-repeated'],
    [code`a model that repeats a call`, code`it creates with one key`, code`there is one`],
    code`
  const { deps } = world()
  const args = { name: 'first', key: 'k-1' }
  const made = await use(deps, 'create_$kebab', args)
  assert.deepEqual(await use(deps, 'create_$kebab', args), made)
  assert.equal(made.isError, false)
  const { items } = (await use(deps, 'list_$kebabs', {})).structuredContent as { items: unknown[] }
  assert.equal(items.length, 1)
  assert.equal((await use(deps, 'get_$kebab', { id: made.structuredContent?.id })).isError, false)
`,
  ),
  testCase(
    'integration',
    ['mcp-strict', 'tool-arguments'],
    [
      code`arguments against the schema`,
      code`a tool is called`,
      code`it is refused as the tool's error, and nothing changes`,
    ],
    code`
  const { deps } = world()
  for (const args of [{}, { name: '', key: 'k' }, { name: 'x', key: 'k', admin: true }, { name: 'x'.repeat(201), key: 'k' }])
    assert.equal((await use(deps, 'create_$kebab', args)).isError, true)
  assert.equal((await use(deps, 'get_$kebab', { id: 'nobody-has-it' })).isError, true)
  assert.deepEqual((await use(deps, 'list_$kebabs', {})).structuredContent, { items: [] })
`,
  ),
  testCase(
    'integration',
    ['mcp-strict'],
    [code`messages that are no calls`, code`they are sent`, code`faults of JSON-RPC come back`],
    code`
  const { deps } = world()
  assert.equal((await ask(deps, 'constructor')).error?.code, -32_601)
  assert.equal((await ask(deps, 'tools/call', { name: 'delete_all' })).error?.code, -32_602)
  assert.equal((await ask(deps, 'tools/call', { name: TOOLS[0]?.name, arguments: [] })).error?.code, -32_602)
  const response = await http(authorized('POST', '/mcp', '{"method":"ping","id":1}'), deps)
  assert.equal(response.status, 400)
`,
  ),
  testCase(
    'integration',
    ['mcp-strict', 'rebinding'],
    [code`a page of another origin`, code`it calls through a browser`, code`403`],
    code`
  const { deps } = world()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const from = async (origin: string) => (await http(authorized('POST', '/mcp', body, { headers: { origin } }), deps)).status
  assert.equal(await from('https://evil.test'), 403)
  assert.equal(await from('https://app.example.com'), 200)
`,
  ),
]

const service: Part = {
  summary: code`An MCP server with tools that list, get and create $nouns of the caller.`,
  functions: [{ trigger: 'http', uses: ['records'], timeoutSeconds: 20 }],
  settings: [
    {
      name: code`ALLOWED_ORIGINS`,
      means: code`Origins of browsers that may call, with spaces between them`,
      value: code`https://app.example.com`,
    },
  ],
  files: [
    { path: 'src/$kebab/$kebab.ts', content: shape },
    { path: 'src/$kebab/keep-$kebabs.ts', content: keep },
    { path: 'src/$kebab/$kebab-tools.ts', content: tools },
    { path: 'src/mcp/protocol.ts', content: protocol },
    { path: 'src/handler.ts', content: handler },
    requestsFile('POST', '/mcp', code`{ jsonrpc: '2.0', id: 1, method: 'ping' }`),
  ],
  interfaces: [
    {
      kind: 'tool',
      path: code`list_$kebabs`,
      input: code`{cursor?}`,
      output: code`{items, next?}`,
      auth: code`A verified caller`,
    },
    { kind: 'tool', path: code`get_$kebab`, input: code`{id}`, output: code`The $noun`, auth: code`A verified caller` },
    {
      kind: 'tool',
      path: code`create_$kebab`,
      input: code`{name, note?, key}`,
      output: code`The $noun`,
      auth: code`A verified caller that may write`,
    },
    {
      kind: 'http',
      method: code`POST`,
      path: code`/mcp`,
      input: code`JSON-RPC 2.0`,
      output: code`JSON-RPC 2.0`,
      auth: code`A verified caller`,
    },
  ],
  requirements: [
    {
      key: 'mcp',
      text: code`Clients of the protocol initialize, list tools and call them, each creation once`,
      priority: 'P1',
    },
    {
      key: 'mcp-strict',
      text: code`What is no call, has wrong arguments or comes from a strange origin does nothing`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('http', code`Client to MCP server`, {
      S: [
        threat(
          'rebinding',
          code`A page that a person visits`,
          code`calls the server through the person's browser`,
          code`The page acts as the person`,
          [3, 4],
          code`Origins are on a list, or absent; the credential is a header that browsers do not add`,
        ),
      ],
      T: [
        threat(
          'tool-repeated',
          code`A model`,
          code`repeats a call whose answer it did not see`,
          code`Things are made twice`,
          [4, 3],
          code`Creations need a key, which makes them once`,
        ),
        threat(
          'tool-arguments',
          code`A model that was misled by what it read`,
          code`gives arguments outside of the schema`,
          code`Something else is done than the tool says`,
          [4, 4],
          code`Each tool checks its arguments; tools only read and add, none removes`,
        ),
      ],
    }),
  ],
  suites: [{ path: 'test/$kebab-tools.test.ts', head: testHead, cases }],
  decisions: [
    {
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
      good: [code`tools only read and add`],
      bad: [code`long work needs a tool that starts it and one that asks`],
      confirmation: code`test/$kebab-tools.test.ts, and a client of the protocol against the deployed address.`,
    },
  ],
  assets: [code`$Entities of tenants`],
  actors: [code`People with clients of models`, code`Models, which may have been misled`],
  flows: [code`Client to server: JSON-RPC over HTTPS`, code`Server to table: records by tenant`],
  constraints: [code`An answer takes less than 20 seconds`],
}

export const mcpServer: Pattern = {
  version: '1.0.0',
  title: 'MCP server',
  traits: {
    ...{ trigger: 'http', route_shape: 'rpc', verification: 'oauth', dispatch: 'sync', store: 'keyvalue' },
    ...{ has_ui: 'no', uses_model: 'no', latency: 'interactive', multi_tenant: 'yes' },
  },
  parts: (context: Context) => [httpPart, verificationPart(context, { hmac: 'timed' }), recordsPart, service],
}
