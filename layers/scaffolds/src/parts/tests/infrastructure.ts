import { type Code, code, joined } from '../../code.ts'
import {
  type Boundary,
  type Case,
  type Context,
  type Design,
  hasTrigger,
  onAws,
  onCloudflare,
  type Part,
  portsOf,
} from '../../design.ts'

const readHead = code`
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL('../' + path, import.meta.url), 'utf8')
`

const awsRights: Case = {
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its rights are read`,
    outcome: code`none is of every action, nor of every resource`,
  },
  traces: ['least-rights'],
  body: code`
  const stack = read('infrastructure/stack.ts')
  const all = /(?:actions|resources): \\[[^\\]]*(?<![(])'(?:[a-z0-9-]+:)?\\*'/
  assert.ok(!all.test(stack))
  for (const wide of ['grantFullAccess', 'grantReadWriteData', 'AdministratorAccess', 'fromAwsManagedPolicyName'])
    assert.ok(!stack.includes(wide), wide)
`,
}

const cloudflareRights = (bindings: readonly Code[]): Case => ({
  ...{
    level: 'unit',
    given: code`the configuration of Workers`,
    when: code`its bindings are read`,
    outcome: code`there are those that the code uses, and no others`,
  },
  traces: ['least-rights'],
  body: code`
  const { name, vars: _vars, ...rest } = JSON.parse(read('wrangler.jsonc')) as Record<string, unknown>
  const found = [...JSON.stringify(rest).matchAll(/"(?:binding|class_name)":"([A-Za-z]+)"/g)].map((match) => match[1])
  assert.equal(typeof name, 'string')
  assert.deepEqual(found.sort(), [${joined(
    bindings.map((each) => code`'${each}'`),
    ', ',
  )}])
`,
})

const alarms = (isQueued: boolean): Case => ({
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its alarms are read`,
    outcome: code`faults and silence are told`,
  },
  traces: ['watched'],
  body: code`
  const source = read('infrastructure/service-function.ts')
  assert.match(source, /metricErrors/)
  assert.match(source, /TreatMissingData.BREACHING/)
${isQueued ? code`  assert.match(read('infrastructure/stack.ts'), /metricApproximateNumberOfMessagesVisible/)\n` : code``}`,
})

const deadLetters = (context: Context): Case => ({
  ...{
    level: 'unit',
    given: code`the queue`,
    when: code`its configuration is read`,
    outcome: code`five attempts end in a dead-letter queue`,
  },
  traces: ['queue-partial', 'queue-poison'],
  body: joined([
    onAws(context) ? code`  assert.match(read('infrastructure/stack.ts'), /maxReceiveCount: 5/)` : undefined,
    onCloudflare(context)
      ? code`  assert.match(read('wrangler.jsonc'), /"max_retries": 4,[^}]*"dead_letter_queue"/)`
      : undefined,
  ]),
})

const bindingsOf = (design: Design): Code[] => {
  const ports = portsOf(design)
  return [
    ports.has('model') ? code`AI` : undefined,
    ports.has('records') ? code`DB` : undefined,
    ports.has('objects') ? code`FILES` : undefined,
    hasTrigger(design, 'connection') ? code`Hub` : undefined,
    ports.has('queue') ? code`WORK` : undefined,
  ].flatMap((binding) => binding ?? [])
}

const dynamo: Case = {
  ...{
    level: 'unit',
    given: code`requests to DynamoDB`,
    when: code`they are made`,
    outcome: code`each write has its condition and each read is consistent`,
  },
  traces: ['records-conditional', 'records-lost-update'],
  body: code`
  const write = { partition: 'p', id: '1', value: { n: 1 }, expiresAt: 5_000 }
  assert.match(insertRequest('t', write, 1_000).ConditionExpression, /attribute_not_exists/)
  assert.deepEqual(insertRequest('t', write, 1_000).Item.expires_at, 5)
  assert.deepEqual(replaceRequest('t', write, 7).ExpressionAttributeValues, { ':version': 7 })
  assert.equal(replaceRequest('t', write, 7).Item.version, 8)
  assert.deepEqual(removeRequest('t', 'p', '1', 7).ExpressionAttributeValues, { ':version': 7 })
  assert.equal(getRequest('t', 'p', '1').ConsistentRead, true)
  assert.equal(queryRequest('t', 'p', { after: 'a', limit: 5 }).Limit, 5)
  const item = insertRequest('t', write, 1_000).Item
  assert.deepEqual(rowOf(item, 4_999), { id: '1', version: 1, value: { n: 1 } })
  assert.equal(rowOf(item, 5_000), undefined)
`,
}

const d1: Case = {
  ...{
    level: 'integration',
    given: code`a database with the migration`,
    when: code`records are written, changed, listed and removed`,
    outcome: code`it keeps the rules of the port`,
  },
  traces: ['records-conditional', 'records-lost-update'],
  body: code`
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec(read('migrations/0001_records.sql'))
  const statement = (sql: string, values: readonly SQLInputValue[] = []): Statement => ({
    bind: (...given) => statement(sql, given as SQLInputValue[]),
    run: async () => ({ meta: { changes: Number(sqlite.prepare(sql).run(...values).changes) } }),
    all: async <T>() => ({ results: sqlite.prepare(sql).all(...values) as T[] }),
  })
  let now = 1_000
  const table = new D1Records({ prepare: (sql) => statement(sql) }, () => now)
  assert.equal(await table.insert('p', 'b', { n: 1 }), true)
  assert.equal(await table.insert('p', 'b', { n: 2 }), false)
  assert.equal(await table.replace('p', 'b', { n: 3 }, 1), true)
  assert.equal(await table.replace('p', 'b', { n: 4 }, 1), false)
  assert.deepEqual(await table.get('p', 'b'), { id: 'b', version: 2, value: { n: 3 } })
  assert.equal(await table.insert('p', 'a', 'short', 2_000), true)
  assert.deepEqual((await table.list('p', { limit: 5 })).map(({ id }) => id), ['a', 'b'])
  now = 2_000
  assert.equal(await table.get('p', 'a'), undefined)
  assert.equal(await table.insert('p', 'a', 'again', 3_000), true)
  assert.deepEqual((await table.list('p', { after: 'a', limit: 5 })).map(({ id }) => id), ['b'])
  assert.equal(await table.remove('p', 'b', 1), false)
  assert.equal(await table.remove('p', 'b', 2), true)
  assert.equal(await table.get('other', 'a'), undefined)
`,
}

const DYNAMO_HEAD = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getRequest, insertRequest, queryRequest, removeRequest, replaceRequest, rowOf } from '../src/aws/dynamo-requests.ts'
`

const D1_HEAD = code`
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { D1Records, type Statement } from '../src/cloudflare/d1-records.ts'

const read = (path: string): string => readFileSync(new URL('../' + path, import.meta.url), 'utf8')
`

const excess = (boundary: Boundary): Boundary => ({
  ...boundary,
  cells: {
    ...{ S: [], T: [], R: [], I: [], D: [] },
    E: [
      {
        ...{ key: `excess-${boundary.key}`, source: code`Who runs code in the function` },
        ...{ prerequisites: code`A fault in our code or in a tool that builds it` },
        ...{ action: code`uses rights that the service never needed`, impact: code`One fault becomes many` },
        ...{ likelihood: 2, impactScore: 5 },
        mitigation: code`Each function has verbs on the resources it needs, and no wildcard`,
        answers: ['stride-escape-by-job', 'stride-wide-role'],
      },
    ],
  },
})

const PLATFORM: Boundary = {
  ...{ key: 'platform', name: code`Code to platform` },
  cells: {
    S: code`The platform authenticates what runs; there is no password to steal`,
    T: code`What runs is the bundle that was built and reviewed; it is not changed in place`,
    R: code`The platform keeps its own trail of deployments and calls`,
    I: code`The service keeps nothing on the platform`,
    D: code`The platform bounds the time and memory of each function`,
    E: [],
  },
}

/** Boundaries whose elevation of privilege is that of the platform. */
const governed = (design: Design): Boundary[] => {
  const unsettled = design.boundaries.filter(({ cells }) => Array.isArray(cells.E) && cells.E.length === 0)
  return unsettled.length > 0 ? unsettled.map(excess) : [PLATFORM, excess(PLATFORM)]
}

/** How much load is let in: the platforms differ, and nothing of ours bounds a caller unless its pattern says so. */
const loadQuestions = (design: Design, context: Context): Code[] => {
  const isBounded = design.requirements.some(({ key }) => key === 'limited')
  if (isBounded || !hasTrigger(design, 'http')) return []
  return [
    ...(onAws(context)
      ? [code`Is 50 requests a second for all callers together right? The stage lets no more through`]
      : []),
    ...(onCloudflare(context)
      ? [code`How many requests may a caller send? On Cloudflare nothing here limits them: set a rate limiting rule`]
      : []),
  ]
}

/** What is tested of infrastructure without installing anything, by what the design has. */
export const infrastructurePart = (design: Design, context: Context): Part => {
  const isQueued = hasTrigger(design, 'queue') || hasTrigger(design, 'file')
  const records = portsOf(design).has('records')
  const hasFunctions = design.functions.length > 0
  const boundaries = governed(design)
  const traces = ['least-rights', ...new Set(boundaries.map(({ key }) => `excess-${key}`))]
  const cases = [
    ...(onAws(context) ? [{ ...awsRights, traces }] : []),
    ...(onCloudflare(context) ? [{ ...cloudflareRights(bindingsOf(design)), traces }] : []),
    ...(onAws(context) && hasFunctions ? [alarms(isQueued)] : []),
    ...(isQueued ? [deadLetters(context)] : []),
  ]
  return {
    questions: loadQuestions(design, context),
    requirements: [
      { key: 'least-rights', text: code`The service may do what it needs, and nothing else`, priority: 'P1' },
      ...(onAws(context) && hasFunctions
        ? [
            {
              key: 'watched',
              text: code`A fault, a stuck message and an unusual silence each raise an alarm`,
              priority: 'P2' as const,
            },
          ]
        : []),
    ],
    boundaries,
    suites: [
      { path: 'test/infrastructure.test.ts', head: readHead, cases },
      ...(records && onAws(context)
        ? [{ path: 'test/dynamo-requests.test.ts', head: DYNAMO_HEAD, cases: [dynamo] }]
        : []),
      ...(records && onCloudflare(context) ? [{ path: 'test/d1-records.test.ts', head: D1_HEAD, cases: [d1] }] : []),
    ],
  }
}
