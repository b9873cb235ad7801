import type { Incoming } from '@signet/contracts/http'
import type { Arrival } from '@signet/kernel'
import { callTool, type TaskState, type Tasks, ToolFailure } from '@signet/mcp'
import { mcpMessages, taskScopes, toolServer } from '@signet/mcp/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { contextFor, echoTool, hasScope, limiterOf, loggedLines } from '../../support/sample-tool.ts'

const EXTENSION = 'io.modelcontextprotocol/tasks'
const AT = '2026-11-22T12:00:00Z'
const task = { id: 'one', message: 'At\u200b it', createdAt: AT, updatedAt: AT, ttlMs: 60_000, pollMs: 500 }
const fields = {
  taskId: 'one',
  statusMessage: 'At it',
  createdAt: AT,
  lastUpdatedAt: AT,
  ttlMs: 60_000,
  pollIntervalMs: 500,
}

let state: TaskState = { ...task, status: 'working' }
let cancelled: string[] = []
beforeEach(() => {
  state = { ...task, status: 'working' }
  cancelled = []
})

const tasks: Tasks = {
  scope: 'read',
  async get(id) {
    if (id === 'broken') throw new Error('a secret of the table')
    return id === 'one' ? state : undefined
  },
  async cancel(id) {
    cancelled.push(id)
    return id === 'one'
  },
}

/** Continues as a task for clients that accept tasks. */
const slow = { ...echoTool, name: 'slow', run: async () => ({ text: 'so far', output: { said: 'so far' }, task }) }
const quick = {
  ...echoTool,
  name: 'quick',
  run: async (_: unknown, { acceptsTask }: { acceptsTask?: boolean }) => {
    const said = acceptsTask ? 'briefly' : 'at length'
    return { text: said, output: { said } }
  },
}
const failing = {
  ...echoTool,
  name: 'failing',
  run: async () => new ToolFailure({ code: 'NO', message: 'no', hint: 'stop' }),
}

const info = { name: 'n', title: 't', version: '1', websiteUrl: 'https://signet.example', instructions: 'i' }
const sendMessage = mcpMessages(
  toolServer(info, {
    tools: [slow, quick, failing],
    call: callTool({ limit: limiterOf(999), hasScope }),
    contextOf: (_, signal) => ({ ...contextFor(), signal }),
    tasks,
  }),
  { onError: () => undefined, scopes: taskScopes(tasks) },
)

interface Options {
  readonly takesTasks?: boolean
  readonly isLegacy?: boolean
  readonly scopes?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

const send = async (method: string, params: Readonly<Record<string, unknown>>, options: Options = {}) => {
  const { takesTasks = true, isLegacy = false, scopes = ['read'], headers = {} } = options
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': takesTasks ? { extensions: { [EXTENSION]: {} } } : {},
  }
  const version = isLegacy ? '2025-11-25' : '2026-07-28'
  const incoming = {
    method: 'POST',
    query: new URLSearchParams(),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(isLegacy ? {} : { 'mcp-method': method, 'mcp-name': String(params.taskId ?? params.name ?? '') }),
      ...headers,
    },
  }
  const { caller, log } = contextFor({ scopes })
  const answer = await sendMessage({
    incoming: incoming as unknown as Incoming,
    arrival: { log, startedAt: Date.now() } as Arrival,
    caller,
    message: { jsonrpc: '2.0', id: 1, method, params: isLegacy ? params : { ...params, _meta } },
    address: 'https://agents.example',
    metadataUrl: 'https://agents.example/metadata',
  })
  const text = await new Response(answer.body as string).text()
  const json = JSON.parse(text.replace(/^[^{]*/s, '')) as { result?: Record<string, unknown>; error?: object }
  return { status: answer.status, headers: answer.headers, ...json }
}

const callSlowTool = (name: string, options?: Options) => send('tools/call', { name, arguments: { say: 'x' } }, options)

describe('call with a task', () => {
  it('a client that accepts tasks in the request gets a task', async () => {
    const { result } = await callSlowTool('slow')
    expect(result).toMatchObject({ ...fields, resultType: 'task', status: 'working' })
    for (const member of ['task', 'result', 'error', 'inputRequests', 'requestState']) {
      expect(result).not.toHaveProperty(member)
    }
  })

  it.each([
    ['does not declare tasks', { takesTasks: false }],
    ['uses an older revision', { isLegacy: true }],
  ])('a client that %s gets the result so far', async (_, options) => {
    const { result } = await callSlowTool('slow', options)
    expect(result).toMatchObject({ structuredContent: { said: 'so far' } })
    expect(result).not.toHaveProperty('taskId')
  })

  it('the tool knows whether the client accepts tasks; results and failures are returned as usual', async () => {
    expect((await callSlowTool('quick')).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { said: 'briefly' },
    })
    expect((await callSlowTool('quick', { takesTasks: false })).result).toMatchObject({
      structuredContent: { said: 'at length' },
    })
    expect((await callSlowTool('failing')).result).toMatchObject({ resultType: 'complete', isError: true })
  })
})

describe('tasks/get', () => {
  const currentTask = async () => (await send('tasks/get', { taskId: 'one' })).result

  it('a working and a cancelled task have no result', async () => {
    expect(await currentTask()).toMatchObject({ ...fields, resultType: 'complete', status: 'working' })
    state = { ...task, status: 'cancelled' }
    const result = await currentTask()
    expect(result).toMatchObject({ status: 'cancelled' })
    expect(result).not.toHaveProperty('result')
  })

  it('a completed task has the result without hidden characters, or the failure in words', async () => {
    state = { ...task, status: 'completed', outcome: { text: 'a\u200bb', output: { said: 'a\u200bb' } } }
    const content = [{ type: 'text', text: 'ab' }]
    const whole = { resultType: 'complete', content, structuredContent: { said: 'ab' } }
    expect(await currentTask()).toMatchObject({ resultType: 'complete', status: 'completed', result: whole })
    const outcome = new ToolFailure({ code: 'NO', message: 'no', hint: 'stop' })
    state = { ...task, status: 'completed', outcome }
    const result = await currentTask()
    expect(result).toMatchObject({ status: 'completed', result: { isError: true } })
    expect(JSON.stringify(result)).toContain('stop')
  })

  it('a failed task has an error and no result', async () => {
    state = { ...task, status: 'failed' }
    const result = await currentTask()
    expect(result).toMatchObject({ status: 'failed', error: { code: -32_603, message: 'At it' } })
    expect(result).not.toHaveProperty('result')
  })
})

describe('task methods', () => {
  const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel']

  it('an unexpected update and a cancellation are acknowledged', async () => {
    const update = await send('tasks/update', { taskId: 'one', inputResponses: { a: {} } })
    const cancel = await send('tasks/cancel', { taskId: 'one' })
    for (const { result: { _meta, ...rest } = {} } of [update, cancel]) expect(rest).toEqual({ resultType: 'complete' })
    expect(cancelled).toEqual(['one'])
  })

  it.each(METHODS)(
    '%s refuses undeclared tasks, a missing scope, an unknown task, a header of another task and an older revision',
    async (method) => {
      const undeclared = await send(method, { taskId: 'one' }, { takesTasks: false })
      expect([undeclared.status, undeclared.error]).toMatchObject([400, { code: -32_021 }])
      const withoutScope = await send(method, { taskId: 'one' }, { scopes: ['other'] })
      expect([withoutScope.status, withoutScope.headers['www-authenticate']]).toEqual([
        403,
        expect.stringContaining('scope="read"'),
      ])
      const absent = await send(method, { taskId: 'two' })
      expect(absent.error).toMatchObject({ code: -32_602, message: expect.stringContaining('Task not found') })
      const foreignHeader = await send(method, { taskId: 'one' }, { headers: { 'mcp-name': 'two' } })
      expect(foreignHeader).toMatchObject({ status: 400, error: { code: -32_020 } })
      expect((await send(method, { taskId: 'one' }, { isLegacy: true })).error).toMatchObject({ code: -32_601 })
      expect(cancelled.filter((id) => id !== 'two')).toEqual([])
    },
  )

  it('the reason why a task is unavailable is only logged', async () => {
    const { error } = await send('tasks/get', { taskId: 'broken' })
    expect(error).toMatchObject({ code: -32_603, message: expect.stringContaining('repeat the request') })
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(JSON.stringify(loggedLines)).toContain('a secret of the table')
  })

  it('tasks are offered only in revisions that support them', async () => {
    const { result } = await send('server/discover', {})
    expect(result?.capabilities).toMatchObject({ extensions: { [EXTENSION]: {} } })
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const legacy = await send('initialize', initialize, { isLegacy: true })
    expect(legacy.result?.capabilities).toEqual({ tools: { listChanged: false } })
  })
})
