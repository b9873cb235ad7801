import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'
import { keyWithScopes, newTenant } from '../../support/keys.ts'
import { callTool, mcpClient } from '../../support/mcp.ts'
import { plainResult, type RpcAnswer, rpc } from '../../support/mcp-tasks.ts'
import { pauses } from '../../support/pauses.ts'

afterEach(endOutages)

const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const
const FOX = { prompt: 'a red fox in snow', quality_tier: 'draft' }
const callGenerate = (key: string, options?: { takesTasks: boolean }) =>
  rpc(key, 'tools/call', { name: 'generate_image', arguments: FOX }, options)

/** The response to a call whose job stays queued: its message is lost, and the sweeper runs after a minute. */
const waiting = async (run: () => Promise<RpcAnswer>): Promise<RpcAnswer> => {
  await planOutage({ function: 'images-api', service: 'sqs', operation: 'SendMessage', times: 10 })
  try {
    return await run()
  } finally {
    await endOutages()
  }
}

/** The result so far is in the response, with or without a task. */
const jobOf = ({ result }: RpcAnswer) => (result.structuredContent as { job_id: string }).job_id

const balanceOf = async (key: string) => {
  const client = await mcpClient(key)
  const { output } = await callTool(client, 'billing_status')
  await client.close()
  return { balance: output.balance, held: output.held }
}

const ended = async (key: string, taskId: string): Promise<RpcAnswer> => {
  const pause = pauses()
  for (;;) {
    const answer = await rpc(key, 'tasks/get', { taskId })
    if (answer.result.status !== 'working') return answer
    await pause()
  }
}

describe('a job that does not end quickly', () => {
  test('becomes a readable task for a client that supports tasks, and can be canceled until it begins', async () => {
    const { key } = await newTenant()
    const { result } = await waiting(() => callGenerate(key))
    expect(result).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      statusMessage: expect.stringContaining('can still be canceled'),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      lastUpdatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pollIntervalMs: 3000,
    })
    // Jobs end with a whole second.
    expect(Math.ceil(Number(result.ttlMs) / 1000)).toBe(30 * 86_400)
    const taskId = String(result.taskId)
    const got = plainResult(await rpc(key, 'tasks/get', { taskId }))
    expect(got).toMatchObject({ resultType: 'complete', taskId, status: 'working', pollIntervalMs: 3000 })
    expect(Object.keys(got)).not.toEqual(expect.arrayContaining(['result', 'error', 'inputRequests']))
    expect(await balanceOf(key)).toEqual({ balance: 49, held: 1 })

    const unasked = { taskId, inputResponses: { nobody: { action: 'accept' } } }
    expect(plainResult(await rpc(key, 'tasks/update', unasked))).toEqual({ resultType: 'complete' })
    expect(plainResult(await rpc(key, 'tasks/cancel', { taskId }))).toEqual({ resultType: 'complete' })
    const gone = await rpc(key, 'tasks/get', { taskId })
    expect([gone.error?.code, gone.error?.message]).toEqual([-32_602, expect.stringContaining('Task not found')])
    expect(await balanceOf(key)).toEqual({ balance: 50, held: 0 })
    const [again] = ((await callGenerate(key)).result.content ?? []) as { text: string }[]
    // Unless a new minute has begun in between.
    expect(again?.text).toMatch(/JOB_REMOVED|completed/)
  })

  test('stays one job, however often its call is sent', async () => {
    const { key } = await newTenant()
    const [one, two] = [await waiting(() => callGenerate(key)), await callGenerate(key)].map(jobOf)
    // Unless a new minute has begun in between.
    expect(await balanceOf(key)).toMatchObject({ balance: one === two ? 49 : 48 })
  })
})

describe('a task whose job has ended', () => {
  test('has the result that the call would have had, and can no longer be canceled', async () => {
    const { key } = await newTenant()
    const { body: job } = await generate({ ...FOX, sync: false }, { key })
    const { result } = await ended(key, job.job_id)
    expect(result).toMatchObject({ resultType: 'complete', status: 'completed', taskId: job.job_id })
    const client = await mcpClient(key)
    const { content, output } = await callTool(client, 'check_job', { job_id: job.job_id })
    await client.close()
    expect(result.result).toEqual({ resultType: 'complete', content, structuredContent: output })
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link'])
    expect(plainResult(await rpc(key, 'tasks/cancel', { taskId: job.job_id }))).toEqual({ resultType: 'complete' })
    expect((await call('GET', `/v2/jobs/${job.job_id}`, { key, as: 'job_get' })).status).toBe(200)
  })
})

describe('a task whose job has failed', () => {
  test('counts as completed, with the failure that the call would have had', async () => {
    const { key } = await newTenant()
    const { body: job } = await generate({ ...FOX, prompt: 'nsfw', sync: false }, { key })
    const { result } = await ended(key, job.job_id)
    expect(result).toMatchObject({ status: 'completed', result: { isError: true } })
    const [{ text = '' } = {}] = (result.result as { content: { text?: string }[] }).content
    expect(JSON.parse(text)).toMatchObject({ code: 'CONTENT_REJECTED', hint: expect.stringMatching(/\w/) })
  })
})

describe('tasks', () => {
  test('require support in the same request; other clients wait and get the job', async () => {
    const { key } = await newTenant()
    const { result } = await callGenerate(key, { takesTasks: false })
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { state: 'completed' } })
    expect(result.taskId).toBeUndefined()
    const { job_id: taskId } = result.structuredContent as { job_id: string }
    for (const method of METHODS) {
      const { status, error } = await rpc(key, method, { taskId }, { takesTasks: false })
      expect([status, error]).toMatchObject([
        400,
        {
          code: -32_021,
          data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
        },
      ])
    }
    const { result: discovery } = await rpc(key, 'server/discover', {})
    expect(discovery.capabilities).toMatchObject({ extensions: { 'io.modelcontextprotocol/tasks': {} } })
  })

  test('return the response of absent ones to other tenants', async () => {
    const owner = await newTenant()
    const stranger = await newTenant()
    const { body: job } = await generate(FOX, { key: owner.key })
    for (const method of METHODS) {
      const answers = [job.job_id, randomUUID(), 'no-handle', '..'].map((taskId) =>
        rpc(stranger.key, method, { taskId }),
      )
      const replies = (await Promise.all(answers)).map(({ status, error }) => [status, error])
      expect(replies[0]).toMatchObject([expect.any(Number), { code: -32_602 }])
      expect(new Set(replies.map((each) => JSON.stringify(each))).size).toBe(1)
    }
    expect((await call('GET', `/v2/jobs/${job.job_id}`, { key: owner.key, as: 'job_get' })).status).toBe(200)
  })

  test('require the scope generate: 403 names it', async () => {
    const key = await keyWithScopes(['read'])
    for (const method of METHODS) {
      const { status, headers } = await rpc(key, method, { taskId: randomUUID() })
      expect(status).toBe(403)
      expect(headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="generate"/)
    }
  })

  test('cannot be listed', async () => {
    const { key } = await newTenant()
    for (const method of ['tasks/list', 'tasks/result']) {
      const { status, error } = await rpc(key, method, { taskId: randomUUID() })
      expect([status, error?.code]).toEqual([404, -32_601])
    }
  })
})
