import { type Code, code, joined, literal } from '../../code.ts'
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
import { serviceFunction } from '../aws/function-source.ts'
import { stackSource } from '../aws/stack.ts'
import { members } from '../cloudflare/wrangler.ts'
import { bounds, boundsOf, lines, modelInTime, workerBounds } from './bounds.ts'

const readHead = (asksModel: boolean): Code => code`
${joined([
  code`import assert from 'node:assert/strict'`,
  code`import { readFileSync } from 'node:fs'`,
  code`import { test } from 'node:test'`,
  asksModel ? code`import { MODEL_TIMEOUT_MS } from '../src/model/model.ts'` : undefined,
])}

const read = (path: string): string => readFileSync(new URL('../' + path, import.meta.url), 'utf8')
`

/** Rights of a stack: its grants, and the statements of its policies. */
const grantsIn = (stack: string): string[] =>
  [
    ...[...stack.matchAll(/\b\w+\.grant\w*\([^)]*\)/g)].map(([grant]) => grant),
    ...[...stack.matchAll(/actions: \[([^\]]*)\],\s*resources: \[([^\]]*)\]/g)].map(
      ([, actions, resources]) => `${actions} on ${resources}`,
    ),
  ]
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .sort()

/** Every right is written down twice: in the stack, and here. */
const awsRights = (stack: string): Case => ({
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its rights are read`,
    outcome: code`they are these, on these resources, and no others`,
  },
  traces: ['least-rights'],
  body: code`
  const stack = read('infrastructure/stack.ts')
  const grants = [...stack.matchAll(/\\b\\w+[.]grant\\w*[(][^)]*[)]/g)].map(([grant]) => grant)
  const statements = [...stack.matchAll(/actions: \\[([^\\]]*)\\],\\s*resources: \\[([^\\]]*)\\]/g)].map(([, actions, resources]) => actions + ' on ' + resources)
  assert.deepEqual([...grants, ...statements].map((each) => each.replace(/\\s+/g, ' ').trim()).sort(), [
${lines(grantsIn(stack))}
  ])
  assert.equal(stack.split('new PolicyStatement(').length - 1, statements.length)
  for (const source of [stack, read('infrastructure/service-function.ts')])
    assert.ok(!/ManagedPolicy|addToPolicy|addToPrincipalPolicy|addToResourcePolicy|inlinePolicies|Effect[.]/.test(source))
`,
})

/** Rights of a stack without functions: none. */
const noRights: Case = {
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its rights are read`,
    outcome: code`there are none: nothing runs`,
  },
  traces: ['least-rights'],
  body: code`
  const stack = read('infrastructure/stack.ts')
  assert.ok(!/[.]grant|PolicyStatement|ManagedPolicy|new Role/.test(stack))
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
  const found: unknown[] = []
  JSON.parse(JSON.stringify(rest), (key, value: unknown) => {
    if (key === 'binding' || key === 'class_name') found.push(value)
    return value
  })
  assert.equal(typeof name, 'string')
  assert.deepEqual(found.sort(), [${joined(
    bindings.map((each) => code`'${each}'`),
    ', ',
  )}])
`,
})

const ALARM = /new Alarm\(this, '(\w+)', \{([\s\S]*?)\n {4}\}\)/g

const alarmsIn = (source: string): string[] =>
  [...source.matchAll(ALARM)].map(([, name, props = '']) => `${name}: ${props.replace(/\s+/g, ' ').trim()}`).sort()

const actedIn = (source: string): string[] =>
  [...source.matchAll(/^.*addAlarmAction\(.*$/gm)].map(([line]) => line.trim()).sort()

const alarms = (stack: string): Case => ({
  ...{
    level: 'unit',
    given: code`the stack`,
    when: code`its alarms are read`,
    outcome: code`a fault, a fault that was answered, a stuck message and silence are each told to somebody`,
  },
  traces: ['watched'],
  body: code`
  const alarms = (source: string) => [...source.matchAll(/new Alarm[(]this, '(\\w+)', \\{([\\s\\S]*?)\\n {4}\\}[)]/g)].map(([, name, props = '']) => name + ': ' + props.replace(/\\s+/g, ' ').trim()).sort()
  const actions = (source: string) => [...source.matchAll(/^.*addAlarmAction[(].*$/gm)].map(([line]) => line.trim()).sort()
  const [own, stack] = [read('infrastructure/service-function.ts'), read('infrastructure/stack.ts')]
  assert.deepEqual([...alarms(own), ...actions(own)], [
${lines([...alarmsIn(serviceFunction), ...actedIn(serviceFunction)])}
  ])
  assert.ok(own.includes(${literal(FAULTS_LINE)}) && own.includes(${literal(FAILED_LINE)}))
  assert.deepEqual([...alarms(stack), ...actions(stack)], [
${lines([...alarmsIn(stack), ...actedIn(stack)])}
  ])
`,
})

const FAULTS_LINE = "FilterPattern.numberValue('$.status', '>=', 500)"
const FAILED_LINE = "FilterPattern.stringValue('$.outcome', '=', 'failed')"

const deadLetters = (context: Context): Case => ({
  ...{
    level: 'unit',
    given: code`the queue`,
    when: code`its configuration is read`,
    outcome: code`five attempts end in a dead-letter queue`,
  },
  traces: ['queue-partial', 'queue-poison'],
  body: joined([
    onAws(context) ? code`  assert.match(read('infrastructure/stack.ts'), /maxReceiveCount: 5 [}]/)` : undefined,
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

/** How rights are bounded: a binding of Workers has no verbs. */
const rightsOf = (context: Context): Code =>
  joined(
    [
      onAws(context)
        ? code`On AWS each function has the verbs that its code can come to, on resources of this service, and a test has the list`
        : undefined,
      onCloudflare(context)
        ? code`On Cloudflare the Worker has the bindings that its code uses and no others, each of them whole`
        : undefined,
    ],
    '. ',
  )

const excess = (boundary: Boundary, context: Context): Boundary => ({
  ...boundary,
  cells: {
    ...{ S: [], T: [], R: [], I: [], D: [] },
    E: [
      {
        ...{ key: `excess-${boundary.key}`, source: code`Who runs code in the function` },
        ...{ prerequisites: code`A fault in our code or in a tool that builds it` },
        ...{ action: code`uses rights that the service never needed`, impact: code`One fault becomes many` },
        ...{ likelihood: 2, impactScore: 5 },
        mitigation: rightsOf(context),
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
const governed = (design: Design, context: Context): Boundary[] => {
  const unsettled = design.boundaries.filter(({ cells }) => Array.isArray(cells.E) && cells.E.length === 0)
  return unsettled.length > 0 ? unsettled.map((each) => excess(each, context)) : [PLATFORM, excess(PLATFORM, context)]
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
  const asksModel = design.functions.some(({ trigger, uses }) => trigger === 'queue' && uses.includes('model'))
  const hasFunctions = design.functions.length > 0
  const boundaries = governed(design, context)
  const traces = ['least-rights', ...new Set(boundaries.map(({ key }) => `excess-${key}`))]
  const stack = onAws(context) ? stackSource(design) : ''
  const cases = [
    ...(onAws(context) ? [{ ...(hasFunctions ? awsRights(stack) : noRights), traces }] : []),
    ...(onCloudflare(context) ? [{ ...cloudflareRights(bindingsOf(design)), traces }] : []),
    ...(onAws(context) && hasFunctions ? [alarms(stack), bounds(stack)] : []),
    ...(onCloudflare(context) && hasFunctions ? [workerBounds(members(design, context.worker))] : []),
    ...(isQueued ? [deadLetters(context)] : []),
    ...(asksModel ? [modelInTime(context)] : []),
  ]
  return {
    questions: loadQuestions(design, context),
    requirements: [
      { key: 'least-rights', text: code`The service may do what it needs, and nothing else`, priority: 'P1' },
      ...(hasFunctions
        ? [
            {
              key: 'bounded-entries',
              text: boundsOf(design, context),
              priority: 'P2' as const,
            },
          ]
        : []),
      ...(onAws(context) && hasFunctions
        ? [
            {
              key: 'watched',
              text: onCloudflare(context)
                ? code`On AWS a fault, also one that was answered, a stuck message and an unusual silence each raise an alarm; on Cloudflare none rings`
                : code`A fault, also one that was answered, a stuck message and an unusual silence each raise an alarm`,
              priority: 'P2' as const,
            },
          ]
        : []),
    ],
    boundaries,
    suites: [{ path: 'test/infrastructure.test.ts', head: readHead(asksModel), cases }],
  }
}
