import { code } from '../../code.ts'
import { type Case, type Design, hasTrigger, type Part, type ThreatDraft } from '../../design.ts'
import { body, problem, serve } from './source.ts'

const TRYING = code`
const codeOf = async (response: Response): Promise<unknown> => ((await response.json()) as { code?: unknown }).code

/** One route that does what a test wants. */
const trying = (body: string, run: (call: Call) => Response) =>
  [
    [{ method: 'POST', path: '/try', isOpen: true, run }],
    new Request('https://service.test/try', { method: 'POST', body }),
  ] as const
`

const HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { http } from '../src/handler.ts'
import { type Call, reply, serve } from '../src/http/serve.ts'
import { goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

${TRYING}
`

const BODY_HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseObject } from '../src/http/body.ts'
import { type Call, reply, serve } from '../src/http/serve.ts'
import { world } from './support/world.ts'

${TRYING}
`

const flood: ThreatDraft = {
  key: 'http-flood',
  source: code`Anyone who knows the address`,
  prerequisites: code`None`,
  action: code`sends bodies without end`,
  impact: code`Memory, time and money are used up; others wait`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Reading stops at 65,536 bytes, whatever the request says of its length`,
  answers: ['stride-unbounded-work'],
}

const leak: ThreatDraft = {
  key: 'http-leak',
  source: code`A caller`,
  prerequisites: code`A request that fails inside`,
  action: code`reads names of tables, paths or values of others from an error`,
  impact: code`What is learnt helps with the next attack`,
  likelihood: 3,
  impactScore: 3,
  mitigation: code`Faults of ours answer one fixed sentence with a request id; details stand in the log alone`,
}

const denied: ThreatDraft = {
  key: 'http-denied',
  source: code`A caller`,
  prerequisites: code`A dispute over what was asked`,
  action: code`says that a request was never made, or was another`,
  impact: code`Nobody can tell what happened`,
  likelihood: 2,
  impactScore: 3,
  mitigation: code`One line a request: id, caller, route, status, time; never the body`,
}

const malformed: ThreatDraft = {
  key: 'http-malformed',
  source: code`A caller`,
  prerequisites: code`None`,
  action: code`sends what is no JSON, no UTF-8 or no object`,
  impact: code`A half-read value is stored or passed on`,
  likelihood: 4,
  impactScore: 2,
  mitigation: code`Bodies are parsed strictly before anything is done; the refusal names the rule`,
}

const cases: readonly Case[] = [
  {
    ...{
      level: 'integration',
      given: code`a path that is not there`,
      when: code`it is called`,
      outcome: code`404 not_found`,
    },
    traces: ['http-refusals'],
    body: code`
  const response = await http(new Request('https://service.test/nowhere/at/all/here'), world().deps)
  assert.equal(response.status, 404)
  assert.equal(await codeOf(response), 'not_found')
`,
  },
  {
    ...{
      level: 'unit',
      given: code`a path with other methods`,
      when: code`it is called`,
      outcome: code`405 that names them`,
    },
    traces: ['http-refusals'],
    body: code`
  const [routes] = trying('', () => reply(200, {}))
  const response = await serve(routes, new Request('https://service.test/try', { method: 'DELETE' }), world().deps)
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
`,
  },
  {
    ...{
      level: 'unit',
      given: code`a body above the limit`,
      when: code`it is sent`,
      outcome: code`413 before a route sees it`,
    },
    traces: ['http-flood', 'http-refusals'],
    body: code`
  let runs = 0
  const [routes, request] = trying('x'.repeat(65_537), () => {
    runs += 1
    return reply(200, {})
  })
  const response = await serve(routes, request, world().deps)
  assert.equal(response.status, 413)
  assert.equal(await codeOf(response), 'body_too_large')
  assert.equal(runs, 0)
`,
  },
  {
    ...{
      level: 'unit',
      given: code`a fault inside`,
      when: code`a route fails`,
      outcome: code`500 that tells nothing of it`,
    },
    traces: ['http-leak', 'http-refusals'],
    body: code`
  const { deps, logged } = world()
  const [routes, request] = trying('{}', () => {
    throw new Error('table secret-name is missing')
  })
  const response = await serve(routes, request, deps)
  assert.equal(response.status, 500)
  assert.ok(!(await response.text()).includes('secret-name'))
  assert.ok(JSON.stringify(logged).includes('secret-name'))
`,
  },
  {
    ...{
      level: 'integration',
      given: code`a good request`,
      when: code`it is answered`,
      outcome: code`one line names it, and not its body`,
    },
    traces: ['http-denied', 'http-trace'],
    body: code`
  const { deps, logged } = world()
  const request = await goodRequest()
  const text = await request.clone().text()
  const response = await http(request, deps)
  assert.ok(response.status < 300, await response.text())
  const lines = logged.filter(({ event }) => event === 'request')
  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.requestId, response.headers.get('x-request-id'))
  for (const form of [text, JSON.stringify(text).slice(1, -1)]) assert.ok(text === '' || !JSON.stringify(logged).includes(form))
  // A text without quotes stands in a line as it is, in whatever way it came there.
  const canary = 'canary-of-a-body'
  for (const run of [() => reply(200, {}), () => { throw new Error('no') }]) {
    const [routes, tried] = trying(canary, run)
    await serve(routes, tried, deps)
  }
  assert.equal(logged.filter(({ route }) => route === '/try').length, 2)
  assert.ok(!JSON.stringify(logged).includes(canary))
`,
  },
]

const noObject: Case = {
  ...{
    level: 'unit',
    given: code`a body that is no JSON object`,
    when: code`it is sent`,
    outcome: code`400 invalid_json`,
  },
  traces: ['http-malformed', 'http-refusals'],
  body: code`
  for (const text of ['{"a":', '[]', '"text"', '']) {
    const [routes, request] = trying(text, ({ body }) => reply(200, parseObject(body)))
    const response = await serve(routes, request, world().deps)
    assert.equal(response.status, 400, text)
    assert.equal(await codeOf(response), 'invalid_json', text)
  }
`,
}

/** An HTTP entry: reading, routing, refusing, one line of log. The pattern gives `test/support/requests.ts`. */
export const httpPart: Part = {
  files: [
    { path: 'src/http/problem.ts', content: problem },
    { path: 'src/http/body.ts', content: body },
    { path: 'src/http/serve.ts', content: serve },
  ],
  requirements: [
    { key: 'http-refusals', text: code`A refused request gets a status, a code and the rule it broke`, priority: 'P1' },
    {
      key: 'http-trace',
      text: code`Each request leaves one line from which it can be traced, without its body`,
      priority: 'P1',
    },
  ],
  boundaries: [
    {
      key: 'http',
      name: code`Caller to HTTP entry`,
      cells: {
        S: code`Who may call is not part of this boundary's HTTP handling`,
        T: [],
        R: [denied],
        I: [leak],
        D: [flood],
        E: code`Rights are checked where callers are verified`,
      },
    },
  ],
  suites: [
    {
      path: 'test/http.test.ts',
      head: HEAD,
      cases,
    },
  ],
}

/** Whether any route reads a body as JSON. */
const readsJson = ({ files }: Pick<Part, 'files'>): boolean =>
  (files ?? []).some(({ path, content }) => path !== 'src/http/body.ts' && /\bparseObject\b/.test(content))

/** What comes of bodies behind an HTTP entry, by what its routes do with them. */
export const bodyPart = (design: Pick<Design, 'files' | 'functions'>): Part => {
  if (!hasTrigger(design, 'http')) return {}
  const isRead = readsJson(design)
  const cells = {
    ...{ S: [], R: [], I: [], D: [], E: [] },
    T: isRead
      ? [malformed]
      : code`No route reads a body: up to 65,536 bytes go on as they arrived, and who gets them must check them`,
  }
  return {
    boundaries: [{ key: 'http', name: code`Caller to HTTP entry`, cells }],
    suites: isRead ? [{ path: 'test/body.test.ts', head: BODY_HEAD, cases: [noObject] }] : [],
  }
}
