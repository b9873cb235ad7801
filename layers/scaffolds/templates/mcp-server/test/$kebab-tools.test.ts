import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partitionOf } from '../src/$kebab/$kebab-records.ts'
import { TOOLS } from '../src/$kebab/$kebab-tools.ts'
import { http } from '../src/handler.ts'
import { VERSIONS } from '../src/mcp/protocol.ts'
import { authorized, callersOf, foreign } from './support/credentials.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
interface RpcResponse {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number }
}
interface ToolResult {
  readonly isError: boolean
  readonly structuredContent?: Record<string, unknown>
}

const rpc = (method: string, params: unknown = {}): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const sendRpc = async (deps: Deps, method: string, params: unknown = {}): Promise<RpcResponse> =>
  (await (await http(authorized('POST', '/mcp', rpc(method, params)), deps)).json()) as RpcResponse
const callTool = async (deps: Deps, name: string, args: unknown): Promise<ToolResult> =>
  (await sendRpc(deps, 'tools/call', { name, arguments: args })).result as never
/** Stores a $noun, as the system that owns it does. */
const put = async ({ records, newId }: Deps, name: string, tenant = 'tenant-a') => {
  const id = newId()
  assert.equal(await records.insert(partitionOf(tenant), id, { name, note: '' }), true)
  return { id }
}

// #case e2e: mcp
test('given a client, when it initializes and lists tools, then a version is negotiated, and every tool has a schema', async () => {
  const { deps } = world()
  const initialized = (await sendRpc(deps, 'initialize', { protocolVersion: VERSIONS[1] })).result
  assert.equal(initialized?.protocolVersion, VERSIONS[1])
  for (const version of ['1999-01-01', '2025-03-26'])
    assert.equal((await sendRpc(deps, 'initialize', { protocolVersion: version })).result?.protocolVersion, VERSIONS[0])
  const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.equal((await http(authorized('POST', '/mcp', notification), deps)).status, 202)
  const listed = (await sendRpc(deps, 'tools/list')).result?.tools as { name: string; inputSchema: unknown }[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  )
  assert.ok(listed.every(({ inputSchema }) => typeof inputSchema === 'object'))
  assert.deepEqual((await sendRpc(deps, 'ping')).result, {})
})

// #case e2e: mcp, tool-arguments
test('given stored $nouns, when tools list, search and get them, then only matching ones are found', async () => {
  const { deps } = world()
  const { id } = await put(deps, 'Green apples')
  await put(deps, 'Red pears')
  const names = ({ structuredContent }: ToolResult) =>
    ((structuredContent?.items ?? []) as { name: string }[]).map(({ name }) => name)
  assert.deepEqual(names(await callTool(deps, 'list_$kebabs', {})).sort(), ['Green apples', 'Red pears'])
  assert.deepEqual(names(await callTool(deps, 'search_$kebabs', { query: 'APPLES green' })), ['Green apples'])
  assert.deepEqual(names(await callTool(deps, 'search_$kebabs', { query: 'green pears' })), [])
  assert.equal((await callTool(deps, 'get_$kebab', { id })).structuredContent?.name, 'Green apples')
  assert.equal((await callTool(deps, 'get_$kebab', { id: 'unknown' })).isError, true)
})

// #case integration: mcp-strict, tool-arguments
test('given missing, mistyped, too short, too long or unknown arguments, when a tool is called, then it returns an error that names the argument, without a query of the table', async () => {
  const { deps } = world()
  const unqueried = { ...deps, records: new Proxy(deps.records, { get: () => assert.fail('The table was queried') }) }
  const long = 'x'.repeat(401)
  const wrong: [string, unknown, string][] = [
    ['get_$kebab', {}, 'id'],
    ['get_$kebab', { id: '' }, 'id'],
    ['get_$kebab', { id: long }, 'id'],
    ['get_$kebab', { id: 5 }, 'id'],
    ['get_$kebab', { id: { a: 1 } }, 'id'],
    ['list_$kebabs', { cursor: 5 }, 'cursor'],
    ['list_$kebabs', { cursor: null }, 'cursor'],
    ['list_$kebabs', { cursor: '' }, 'cursor'],
    ['list_$kebabs', { cursor: long }, 'cursor'],
    ['search_$kebabs', {}, 'query'],
    ['search_$kebabs', { query: long }, 'query'],
    ['search_$kebabs', { query: ' ' }, 'query'],
    ['search_$kebabs', { query: 'x', cursor: [] }, 'cursor'],
    ['list_$kebabs', { constructor: 'x' }, 'argument'],
  ]
  for (const [tool, args, expected] of wrong) {
    const { isError, content } = (await callTool(unqueried, tool, args)) as ToolResult & { content: { text: string }[] }
    assert.equal(isError, true, `${tool} ${JSON.stringify(args)}`)
    assert.ok(content[0]?.text.includes(expected), content[0]?.text)
  }
})

// #case integration: mcp, records-unbounded
test('given more $nouns than one search scans, when the search continues from its cursor, then each match is found once', async () => {
  const { deps } = world()
  // IDs are in the order of creation. One search scans the first 500.
  for (let index = 0; index < 600; index++) await put(deps, `n${index}${index % 300 === 299 ? ' wanted' : ''}`)
  const foundNames: string[] = []
  let cursor: unknown
  for (let calls = 0; calls < 3; calls++) {
    const { items, next } = (
      await callTool(deps, 'search_$kebabs', { query: 'wanted', ...(cursor === undefined ? {} : { cursor }) })
    ).structuredContent as { items: { name: string }[]; next?: string }
    foundNames.push(...items.map(({ name }) => name))
    cursor = next
    if (calls === 0) assert.deepEqual([foundNames, typeof cursor], [['n299 wanted'], 'string'])
    if (cursor === undefined) break
  }
  assert.deepEqual([foundNames.sort(), cursor], [['n299 wanted', 'n599 wanted'], undefined])
})

// #case integration: mcp-strict
test('given malformed messages, when they are sent, then JSON-RPC errors are returned', async () => {
  const { deps } = world()
  assert.equal((await sendRpc(deps, 'constructor')).error?.code, -32_601)
  assert.equal((await sendRpc(deps, 'tools/call', { name: 'delete_all' })).error?.code, -32_602)
  assert.equal((await sendRpc(deps, 'tools/call', { name: TOOLS[0]?.name, arguments: [] })).error?.code, -32_602)
  for (const body of ['{"method":"ping","id":1}', `[${rpc('ping')}]`])
    assert.equal((await http(authorized('POST', '/mcp', body), deps)).status, 400, body)
  const statusWithVersion = async (version: string) =>
    (await http(authorized('POST', '/mcp', rpc('ping'), { headers: { 'mcp-protocol-version': version } }), deps)).status
  assert.deepEqual([await statusWithVersion(VERSIONS[0]), await statusWithVersion('1999-01-01')], [200, 400])
})

// #case integration: mcp-strict, rebinding
test('given pages of an allowed and another origin, when they call from a browser, then the allowed page can read responses and errors, and the other is refused and cannot', async () => {
  const { deps } = world()
  const callFrom = (origin: string, method: string) =>
    http(new Request('https://service.test/mcp', { method, headers: { origin } }), deps)
  const allowed = await callFrom('https://app.example.com', 'OPTIONS')
  const header = (name: string) => allowed.headers.get(`access-control-allow-${name}`)
  assert.deepEqual([allowed.status, header('origin'), header('methods')], [204, 'https://app.example.com', 'GET, POST'])
  for (const name of ['authorization', 'content-type', 'mcp-protocol-version'])
    assert.ok(header('headers')?.split(', ').includes(name), name)
  const unknown = await callFrom('https://app.example.com', 'POST')
  assert.deepEqual(
    [unknown.status, unknown.headers.get('access-control-allow-origin')],
    [401, 'https://app.example.com'],
  )
  const refused = await callFrom('https://evil.test', 'OPTIONS')
  assert.deepEqual(
    [refused.status, refused.headers.get('access-control-allow-origin'), refused.headers.get('vary')],
    [403, null, 'origin'],
  )
  const statusFrom = async (origin: string) =>
    (await http(authorized('POST', '/mcp', rpc('ping'), { headers: { origin } }), deps)).status
  assert.equal(await statusFrom('https://evil.test'), 403)
  assert.equal(await statusFrom('https://app.example.com'), 200)
})

// #if writes
// #case e2e: mcp, tool-repeated, records-lost-update
test('given a model that repeats a call, when it creates with one key, then one $noun exists', async () => {
  const { deps } = world()
  const args = { name: 'first', key: 'k-1' }
  const created = await callTool(deps, 'create_$kebab', args)
  assert.deepEqual(await callTool(deps, 'create_$kebab', args), created)
  assert.equal(created.isError, false)
  const { items } = (await callTool(deps, 'list_$kebabs', {})).structuredContent as { items: unknown[] }
  assert.equal(items.length, 1)
  // Two concurrent calls with one key: the second insert is refused, and both return the same $noun.
  const both = await Promise.all([
    callTool(deps, 'create_$kebab', { name: 'x', key: 'k-2' }),
    callTool(deps, 'create_$kebab', { name: 'x', key: 'k-2' }),
  ])
  assert.deepEqual(both[0], both[1])
})

// #case integration: mcp-strict, tool-arguments
test('given invalid arguments, when a tool is called, then the tool returns an error, and nothing changes', async () => {
  const { deps } = world()
  for (const args of [
    {},
    { name: '', key: 'k' },
    { name: 'x', key: 'k', admin: true },
    { name: 'x'.repeat(201), key: 'k' },
  ])
    assert.equal((await callTool(deps, 'create_$kebab', args)).isError, true)
  assert.deepEqual((await callTool(deps, 'list_$kebabs', {})).structuredContent, { items: [] })
})
// #else
// #case unit: mcp-strict, tool-arguments
test('given a read-only server, when its tools are listed, then each is annotated as read-only and only needs the scope read', async () => {
  assert.deepEqual(
    TOOLS.map(({ name }) => name),
    ['list_$kebabs', 'search_$kebabs', 'get_$kebab'],
  )
  for (const { annotations, scope } of TOOLS) assert.deepEqual([annotations.readOnlyHint, scope], [true, 'read'])
})
// #endif

// #case integration: tool-scopes
test('given callers without the scope of a tool, when they call it, then they get 403 with the scope, and nothing changes', async () => {
  const call = async (scopes: readonly string[], name: string, args: unknown) => {
    const { secrets, overrideList } = callersOf([{ id: 'reader', scopes }])
    const { deps } = world({ secrets })
    const response = await http(
      authorized('POST', '/mcp', rpc('tools/call', { name, arguments: args }), overrideList[0]),
      deps,
    )
    return [
      response.status,
      response.headers.get('www-authenticate') ?? '',
      (await deps.records.list('$kebabs#tenant-a', { limit: 5 })).length,
    ]
  }
  const missingScope = (scope: string) => [403, `Bearer error="insufficient_scope", scope="${scope}"`, 0]
  assert.deepEqual(await call([], 'list_$kebabs', {}), missingScope('read'))
  assert.deepEqual(await call(['reader', 'write'], 'list_$kebabs', {}), missingScope('read'))
  assert.deepEqual(await call(['read'], 'list_$kebabs', {}), [200, '', 0])
  // #if writes
  const args = { name: 'first', key: 'k' }
  assert.deepEqual(await call([], 'create_$kebab', args), missingScope('write'))
  assert.deepEqual(await call(['read'], 'create_$kebab', args), missingScope('write'))
  assert.deepEqual(await call(['write'], 'create_$kebab', args), [200, '', 1])
  // #endif
})

// #case e2e: mcp, records-foreign
test('given a $noun of another tenant, when tools list, search and get it, then it is not found', async () => {
  const { deps } = world()
  const { id } = await put(deps, 'private to a')
  const foreignCall = async (name: string, args: unknown) =>
    (
      (await (
        await http(foreign('POST', '/mcp', rpc('tools/call', { name, arguments: args })), deps)
      ).json()) as RpcResponse
    ).result
  assert.deepEqual((await foreignCall('list_$kebabs', {}))?.structuredContent, { items: [] })
  assert.deepEqual((await foreignCall('search_$kebabs', { query: 'private' }))?.structuredContent, { items: [] })
  assert.equal((await foreignCall('get_$kebab', { id }))?.isError, true)
})

// #if tokens
// #case integration: mcp, caller-verified
test('given a client without a token, when it calls the server, then it learns the issuer of tokens', async () => {
  const { deps } = world()
  const refused = await http(new Request('https://service.test/mcp', { method: 'POST', body: rpc('ping') }), deps)
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
  assert.equal(address, 'https://service.test/.well-known/oauth-protected-resource/mcp')
  const metadata = (await (await http(new Request(address), deps)).json()) as Record<string, unknown>
  assert.deepEqual(
    [metadata.resource, metadata.authorization_servers],
    ['https://service.test/mcp', [deps.setting('JWT_ISSUER')]],
  )
})
// #endif
