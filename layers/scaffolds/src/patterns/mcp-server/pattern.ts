import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { keep, shape } from '../../parts/items/source.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { scopeFile, verificationPart } from '../../parts/verification/caller-parts.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { handler, protocol, testHead, tools } from './source.ts'

const spoken = testCase(
  'e2e',
  ['mcp'],
  [code`a client`, code`it initializes and lists tools`, code`versions are agreed on, and every tool has a schema`],
  code`
  const { deps } = world()
  const agreed = (await ask(deps, 'initialize', { protocolVersion: VERSIONS[1] })).result
  assert.equal(agreed?.protocolVersion, VERSIONS[1])
  for (const version of ['1999-01-01', '2025-03-26'])
    assert.equal((await ask(deps, 'initialize', { protocolVersion: version })).result?.protocolVersion, VERSIONS[0])
  const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.equal((await http(authorized('POST', '/mcp', note), deps)).status, 202)
  const listed = (await ask(deps, 'tools/list')).result?.tools as { name: string; inputSchema: unknown }[]
  assert.deepEqual(listed.map(({ name }) => name), TOOLS.map(({ name }) => name))
  assert.ok(listed.every(({ inputSchema }) => typeof inputSchema === 'object'))
  assert.deepEqual((await ask(deps, 'ping')).result, {})
`,
)

const strict: readonly Case[] = [
  testCase(
    'integration',
    ['mcp-strict'],
    [code`messages that are no calls`, code`they are sent`, code`faults of JSON-RPC come back`],
    code`
  const { deps } = world()
  assert.equal((await ask(deps, 'constructor')).error?.code, -32_601)
  assert.equal((await ask(deps, 'tools/call', { name: 'delete_all' })).error?.code, -32_602)
  assert.equal((await ask(deps, 'tools/call', { name: TOOLS[0]?.name, arguments: [] })).error?.code, -32_602)
  for (const body of ['{"method":"ping","id":1}', '[' + rpc('ping') + ']'])
    assert.equal((await http(authorized('POST', '/mcp', body), deps)).status, 400, body)
  const spoken = async (version: string) => (await http(authorized('POST', '/mcp', rpc('ping'), { headers: { 'mcp-protocol-version': version } }), deps)).status
  assert.deepEqual([await spoken(VERSIONS[0]), await spoken('1999-01-01')], [200, 400])
`,
  ),
  testCase(
    'integration',
    ['mcp-strict', 'rebinding'],
    [code`a page of another origin`, code`it calls through a browser`, code`403`],
    code`
  const { deps } = world()
  const from = async (origin: string) => (await http(authorized('POST', '/mcp', rpc('ping'), { headers: { origin } }), deps)).status
  assert.equal(await from('https://evil.test'), 403)
  assert.equal(await from('https://app.example.com'), 200)
`,
  ),
]

const reading = testCase(
  'e2e',
  ['mcp', 'tool-arguments'],
  [code`kept $nouns`, code`tools list, search and get them`, code`what fits is found, and nothing else`],
  code`
  const { deps } = world()
  const { id } = await put(deps, 'Green apples')
  await put(deps, 'Red pears')
  const names = ({ structuredContent }: Used) => (structuredContent?.items as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(names(await use(deps, 'list_$kebabs', {})).sort(), ['Green apples', 'Red pears'])
  assert.deepEqual(names(await use(deps, 'search_$kebabs', { query: 'APPLES green' })), ['Green apples'])
  assert.deepEqual(names(await use(deps, 'search_$kebabs', { query: 'green pears' })), [])
  assert.equal((await use(deps, 'get_$kebab', { id })).structuredContent?.name, 'Green apples')
  for (const [tool, args] of [['search_$kebabs', {}], ['search_$kebabs', { query: 'x'.repeat(201) }], ['get_$kebab', { id: 'nobody-has-it' }]] as const)
    assert.equal((await use(deps, tool, args)).isError, true, tool)
`,
)

const searchedFurther = testCase(
  'integration',
  ['mcp'],
  [code`more $nouns than one search looks through`, code`it goes on from where it ended`, code`each is found once`],
  code`
  const { deps } = world()
  for (let at = 0; at < 600; at++) await put(deps, 'n' + at + (at % 300 === 299 ? ' wanted' : ''))
  const seen: string[] = []
  let cursor: unknown
  for (let calls = 0; calls < 3; calls++) {
    const { items, next } = (await use(deps, 'search_$kebabs', { query: 'wanted', ...(cursor === undefined ? {} : { cursor }) })).structuredContent as { items: { name: string }[]; next?: string }
    seen.push(...items.map(({ name }) => name))
    cursor = next
    if (cursor === undefined) break
  }
  assert.deepEqual([seen.sort(), cursor], [['n299 wanted', 'n599 wanted'], undefined])
`,
)

const creating: readonly Case[] = [
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
  assert.deepEqual((await use(deps, 'list_$kebabs', {})).structuredContent, { items: [] })
`,
  ),
]

const readsOnly = testCase(
  'unit',
  ['mcp-strict', 'tool-arguments'],
  [
    code`a server that was asked to read`,
    code`its tools are listed`,
    code`each says that it changes nothing, and asks to read alone`,
  ],
  code`
  assert.deepEqual(TOOLS.map(({ name }) => name), ['list_$kebabs', 'search_$kebabs', 'get_$kebab'])
  for (const { annotations, scope } of TOOLS) assert.deepEqual([annotations.readOnlyHint, scope], [true, 'read'])
`,
)

const scoped = (writes: boolean): Case =>
  testCase(
    'integration',
    ['tool-scopes'],
    [
      code`callers without the scope of a tool`,
      code`they call it`,
      code`403 that names the scope, and nothing is done`,
    ],
    code`
  const call = async (scopes: readonly string[], name: string, args: unknown) => {
    const { request, secrets } = withScopes(scopes)
    const { deps } = world({ secrets })
    const response = await http(request(rpc('tools/call', { name, arguments: args })), deps)
    return [response.status, response.headers.get('www-authenticate') ?? '', (await deps.records.list('$kebabs#tenant-a', { limit: 5 })).length]
  }
  const lacks = (scope: string) => [403, 'Bearer error="insufficient_scope", scope="' + scope + '"', 0]
  assert.deepEqual(await call([], 'list_$kebabs', {}), lacks('read'))
  assert.deepEqual(await call(['reader', 'write'], 'list_$kebabs', {}), lacks('read'))
  assert.deepEqual(await call(['read'], 'list_$kebabs', {}), [200, '', 0])
${
  writes
    ? code`  const made = { name: 'first', key: 'k' }
  assert.deepEqual(await call([], 'create_$kebab', made), lacks('write'))
  assert.deepEqual(await call(['read'], 'create_$kebab', made), lacks('write'))
  assert.deepEqual(await call(['write'], 'create_$kebab', made), [200, '', 1])
`
    : code``
}`,
  )

const foreignTenant = testCase(
  'e2e',
  ['mcp', 'records-foreign'],
  [code`a $noun of another tenant`, code`tools list, search and get it`, code`it is not there`],
  code`
  const { deps } = world()
  const { id } = await put(deps, 'of a')
  const strange = async (name: string, args: unknown) =>
    ((await (await http(foreign('POST', '/mcp', rpc('tools/call', { name, arguments: args })), deps)).json()) as Answer).result
  assert.deepEqual((await strange('list_$kebabs', {}))?.structuredContent, { items: [] })
  assert.deepEqual((await strange('search_$kebabs', { query: 'of' }))?.structuredContent, { items: [] })
  assert.equal((await strange('get_$kebab', { id }))?.isError, true)
`,
)

const discovered = testCase(
  'integration',
  ['mcp', 'caller-verified'],
  [code`a client that has no token yet`, code`it calls`, code`it learns who issues tokens for this server`],
  code`
  const { deps } = world()
  const refused = await http(new Request('https://service.test/mcp', { method: 'POST', body: rpc('ping') }), deps)
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
  assert.equal(address, 'https://service.test/.well-known/oauth-protected-resource/mcp')
  const metadata = (await (await http(new Request(address), deps)).json()) as Record<string, unknown>
  assert.deepEqual([metadata.resource, metadata.authorization_servers], ['https://service.test/mcp', [deps.setting('JWT_ISSUER')]])
`,
)

type Credential = 'token' | 'key'

const casesOf = (writes: boolean, credential: Credential): Case[] => [
  ...[spoken, reading, searchedFurther, ...strict],
  ...(writes ? creating : [readsOnly]),
  ...[scoped(writes), foreignTenant],
  ...(credential === 'token' ? [discovered] : []),
]

const serviceOf = (writes: boolean, credential: Credential): Part => ({
  summary: writes
    ? code`An MCP server with tools that list, search, get and create $nouns of the caller.`
    : code`An MCP server with tools that list, search and get $nouns of the caller, and change nothing.`,
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
    { path: 'src/$kebab/$kebab-tools.ts', content: tools(writes) },
    { path: 'src/mcp/protocol.ts', content: protocol },
    { path: 'src/handler.ts', content: handler(writes, credential === 'token') },
    scopeFile,
    requestsFile('POST', '/mcp', code`{ jsonrpc: '2.0', id: 1, method: 'ping' }`),
  ],
  interfaces: [
    {
      kind: 'tool',
      path: code`list_$kebabs`,
      input: code`{cursor?}`,
      output: code`{items, next?}`,
      auth: code`A verified caller with the scope read`,
    },
    {
      ...{ kind: 'tool', path: code`get_$kebab`, input: code`{id}`, output: code`The $noun` },
      auth: code`A verified caller with the scope read`,
    },
    ...(writes
      ? [
          {
            ...{
              kind: 'tool' as const,
              path: code`create_$kebab`,
              input: code`{name, note?, key}`,
              output: code`The $noun`,
            },
            auth: code`A verified caller with the scope write`,
          },
        ]
      : []),
    {
      ...{ kind: 'tool', path: code`search_$kebabs`, input: code`{query, cursor?}`, output: code`{items, next?}` },
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
  ],
  requirements: [
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
        threat(
          'tool-arguments',
          code`A model that was misled by what it read`,
          code`gives arguments outside of the schema`,
          code`Something else is done than the tool says`,
          [4, 4],
          writes
            ? code`Each tool checks its arguments; tools only read and add, none removes`
            : code`Each tool checks its arguments, and none changes anything`,
        ),
      ],
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
    }),
  ],
  suites: [{ path: 'test/$kebab-tools.test.ts', head: testHead(credential), cases: casesOf(writes, credential) }],
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
      good: [writes ? code`tools only read and add` : code`tools only read`],
      bad: [code`long work needs a tool that starts it and one that asks`],
      confirmation: code`test/$kebab-tools.test.ts, and a client of the protocol against the deployed address.`,
    },
  ],
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
  version: '1.0.0',
  title: 'MCP server',
  traits: {
    ...{ trigger: 'http', route_shape: 'rpc', verification: 'oauth', dispatch: 'sync', store: 'keyvalue' },
    ...{ has_ui: 'no', uses_model: 'no', latency: 'interactive', multi_tenant: 'yes' },
  },
  // A tool needs a scope, and neither nobody nor a signature has one: a server that is open or signed has keys instead.
  parts: ({ traits, ...rest }: Context) => {
    const isScoped = traits.verification !== 'none' && traits.verification !== 'hmac'
    const context = { ...rest, traits: isScoped ? traits : { ...traits, verification: 'api-key' as const } }
    return [
      httpPart,
      verificationPart(context, { hasMetadata: true }),
      recordsPart,
      serviceOf(context.writes, credentialOf(context)),
    ]
  },
}
