import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { parseObject } from '../src/http/body.ts'
import { type Call, reply, serve } from '../src/http/serve.ts'
import { goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

const codeOf = async (response: Response): Promise<unknown> => ((await response.json()) as { code?: unknown }).code

/** A route that runs the function of a test. */
const testRoute = (body: string, run: (call: Call) => Response) =>
  [
    [{ method: 'POST', path: '/try', isOpen: true, run }],
    new Request('https://service.test/try', { method: 'POST', body }),
  ] as const

// #case integration: http-refusals
test('given an unknown path, when it is called, then it returns 404 not_found', async () => {
  const response = await http(new Request('https://service.test/nowhere/at/all/here'), world().deps)
  assert.equal(response.status, 404)
  assert.equal(await codeOf(response), 'not_found')
})

// #case unit: http-refusals
test('given a path with other methods, when it is called, then it returns 405 with the allowed methods', async () => {
  const [routes] = testRoute('', () => reply(200, {}))
  const response = await serve(routes, new Request('https://service.test/try', { method: 'DELETE' }), world().deps)
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
})

// #case unit: http-flood, http-refusals
test('given a body above the limit, when it is sent, then it returns 413 before a route receives it', async () => {
  let runs = 0
  const [routes, request] = testRoute('x'.repeat(65_537), () => {
    runs += 1
    return reply(200, {})
  })
  const response = await serve(routes, request, world().deps)
  assert.equal(response.status, 413)
  assert.equal(await codeOf(response), 'body_too_large')
  assert.equal(runs, 0)
})

// #case unit: http-leak, http-refusals
test('given an internal error, when a route fails, then it returns 500 without details', async () => {
  const { deps, logged } = world()
  const [routes, request] = testRoute('{}', () => {
    throw new Error('table secret-name is missing')
  })
  const response = await serve(routes, request, deps)
  assert.equal(response.status, 500)
  assert.ok(!(await response.text()).includes('secret-name'))
  assert.ok(JSON.stringify(logged).includes('secret-name'))
})

// #case integration: http-denied, http-trace
test('given a valid request, when it is handled, then one line reports it without its body', async () => {
  const { deps, logged } = world()
  const request = await goodRequest()
  const text = await request.clone().text()
  const response = await http(request, deps)
  assert.ok(response.status < 300, await response.text())
  const lines = logged.filter(({ event }) => event === 'request')
  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.requestId, response.headers.get('x-request-id'))
  for (const form of [text, JSON.stringify(text).slice(1, -1)])
    assert.ok(text === '' || !JSON.stringify(logged).includes(form))
  // A text without quotes, which appears unchanged in any log format.
  const canary = 'canary-of-a-body'
  for (const run of [
    () => reply(200, {}),
    () => {
      throw new Error('no')
    },
  ]) {
    const [routes, tried] = testRoute(canary, run)
    await serve(routes, tried, deps)
  }
  assert.equal(logged.filter(({ route }) => route === '/try').length, 2)
  assert.ok(!JSON.stringify(logged).includes(canary))
})

// #if json
// #case unit: http-malformed, http-refusals
test('given a body that is not a JSON object, when it is sent, then it returns 400 invalid_json', async () => {
  for (const text of ['{"a":', '[]', '"text"', '']) {
    const [routes, request] = testRoute(text, ({ body }) => reply(200, parseObject(body)))
    const response = await serve(routes, request, world().deps)
    assert.equal(response.status, 400, text)
    assert.equal(await codeOf(response), 'invalid_json', text)
  }
})
// #endif
