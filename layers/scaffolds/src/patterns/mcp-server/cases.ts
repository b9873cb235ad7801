import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

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
    [
      code`pages of an allowed and of another origin`,
      code`they call through a browser`,
      code`the one may, and reads answers and refusals; the other is refused, and reads nothing`,
    ],
    code`
  const { deps } = world()
  const asked = (origin: string, method: string) => http(new Request('https://service.test/mcp', { method, headers: { origin } }), deps)
  const ours = await asked('https://app.example.com', 'OPTIONS')
  const header = (name: string) => ours.headers.get('access-control-allow-' + name)
  assert.deepEqual([ours.status, header('origin'), header('methods')], [204, 'https://app.example.com', 'GET, POST'])
  for (const name of ['authorization', 'content-type', 'mcp-protocol-version']) assert.ok(header('headers')?.split(', ').includes(name), name)
  const unknown = await asked('https://app.example.com', 'POST')
  assert.deepEqual([unknown.status, unknown.headers.get('access-control-allow-origin')], [401, 'https://app.example.com'])
  const strange = await asked('https://evil.test', 'OPTIONS')
  assert.deepEqual([strange.status, strange.headers.get('access-control-allow-origin'), strange.headers.get('vary')], [403, null, 'origin'])
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
  assert.equal((await use(deps, 'get_$kebab', { id: 'nobody-has-it' })).isError, true)
`,
)

const argued = testCase(
  'integration',
  ['mcp-strict', 'tool-arguments'],
  [
    code`arguments that are missing, of another kind, too short, too long or of another name`,
    code`a tool is called with them`,
    code`it is the tool's error that names the argument, and the table is not asked`,
  ],
  code`
  const { deps } = world()
  const untouched = { ...deps, records: new Proxy(deps.records, { get: () => assert.fail('The table was asked') }) }
  const long = 'x'.repeat(401)
  const wrong: [string, unknown, string][] = [
    ['get_$kebab', {}, 'id'], ['get_$kebab', { id: '' }, 'id'], ['get_$kebab', { id: long }, 'id'], ['get_$kebab', { id: 5 }, 'id'], ['get_$kebab', { id: { a: 1 } }, 'id'],
    ['list_$kebabs', { cursor: 5 }, 'cursor'], ['list_$kebabs', { cursor: null }, 'cursor'], ['list_$kebabs', { cursor: '' }, 'cursor'], ['list_$kebabs', { cursor: long }, 'cursor'],
    ['search_$kebabs', {}, 'query'], ['search_$kebabs', { query: long }, 'query'], ['search_$kebabs', { query: ' ' }, 'query'], ['search_$kebabs', { query: 'x', cursor: [] }, 'cursor'],
    ['list_$kebabs', { constructor: 'x' }, 'argument'],
  ]
  for (const [tool, args, named] of wrong) {
    const { isError, content } = (await use(untouched, tool, args)) as Used & { content: { text: string }[] }
    assert.equal(isError, true, tool + ' ' + JSON.stringify(args))
    assert.ok(content[0]?.text.includes(named), content[0]?.text)
  }
`,
)

const searchedFurther = testCase(
  'integration',
  ['mcp', 'records-unbounded'],
  [code`more $nouns than one search looks through`, code`it goes on from where it ended`, code`each is found once`],
  code`
  const { deps } = world()
  // Ids are in the order in which they are made: one search looks through the first 500.
  for (let at = 0; at < 600; at++) await put(deps, 'n' + at + (at % 300 === 299 ? ' wanted' : ''))
  const seen: string[] = []
  let cursor: unknown
  for (let calls = 0; calls < 3; calls++) {
    const { items, next } = (await use(deps, 'search_$kebabs', { query: 'wanted', ...(cursor === undefined ? {} : { cursor }) })).structuredContent as { items: { name: string }[]; next?: string }
    seen.push(...items.map(({ name }) => name))
    cursor = next
    if (calls === 0) assert.deepEqual([seen, typeof cursor], [['n299 wanted'], 'string'])
    if (cursor === undefined) break
  }
  assert.deepEqual([seen.sort(), cursor], [['n299 wanted', 'n599 wanted'], undefined])
`,
)

const creating: readonly Case[] = [
  testCase(
    'e2e',
    ['mcp', 'tool-repeated', 'records-lost-update'],
    [code`a model that repeats a call`, code`it creates with one key`, code`there is one`],
    code`
  const { deps } = world()
  const args = { name: 'first', key: 'k-1' }
  const made = await use(deps, 'create_$kebab', args)
  assert.deepEqual(await use(deps, 'create_$kebab', args), made)
  assert.equal(made.isError, false)
  const { items } = (await use(deps, 'list_$kebabs', {})).structuredContent as { items: unknown[] }
  assert.equal(items.length, 1)
  // Two at once under one key: the second insert is refused, and answers what the first made.
  const both = await Promise.all([use(deps, 'create_$kebab', { name: 'x', key: 'k-2' }), use(deps, 'create_$kebab', { name: 'x', key: 'k-2' })])
  assert.deepEqual(both[0], both[1])
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

/** How callers prove who they are. */
export type Credential = 'token' | 'key'

/** @param writes whether a tool changes data. */
export const casesOf = (writes: boolean, credential: Credential): Case[] => [
  ...[spoken, reading, argued, searchedFurther, ...strict],
  ...(writes ? creating : [readsOnly]),
  ...[scoped(writes), foreignTenant],
  ...(credential === 'token' ? [discovered] : []),
]
