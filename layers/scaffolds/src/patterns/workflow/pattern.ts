import { code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Context, Part } from '../../design.ts'
import { httpPart } from '../../parts/http/part.ts'
import { recordsPart } from '../../parts/records/part.ts'
import { verificationPart } from '../../parts/verification/caller-parts.ts'
import { queuePort, retryPart, workPart } from '../../parts/work/part.ts'
import { type Pattern, requestsFile } from '../../pattern.ts'
import { handler, rules, steps, testHead } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['flow', 'approval'],
    [code`a flow that somebody else approves`, code`its steps run`, code`it is done, and its history says by whom`],
    code`
  const now = world()
  const id = await started(now)
  await settleAll(now)
  assert.equal((await stateOf(now, id)).state, 'waiting')
  const row = await now.deps.records.list<{ requestedBy: string }>('$kebab-flows#' + (await tenantOf(now)), { limit: 1 })
  const flow = row[0]
  assert.ok(flow)
  await now.deps.records.replace('$kebab-flows#' + (await tenantOf(now)), id, { ...flow.value, requestedBy: 'somebody-else' }, flow.version)
  const decided = await http(authorized('POST', PATH + '/' + id + '/decision', '{"decision":"approve"}'), now.deps)
  assert.equal(decided.status, 200)
  await settleAll(now)
  const { state, history } = await stateOf(now, id)
  assert.equal(state, 'done')
  assert.deepEqual(history.map(({ outcome }) => outcome), ['done', 'approved', 'done', 'done'])
`,
  ),
  testCase(
    'integration',
    ['approval', 'self-approval'],
    [code`a flow that waits`, code`who asked for it decides, or decides nonsense`, code`409 and 400, and it waits on`],
    code`
  const now = world()
  const id = await started(now)
  await settleAll(now)
  const said = async (body: string) => (await http(authorized('POST', PATH + '/' + id + '/decision', body), now.deps)).status
  assert.deepEqual([await said('{"decision":"approve"}'), await said('{"decision":"maybe"}')], [409, 400])
  assert.equal((await stateOf(now, id)).state, 'waiting')
  assert.equal((await http(authorized('GET', PATH + '/nobody-has-it'), now.deps)).status, 404)
`,
  ),
  testCase(
    'unit',
    ['approval', 'late-approval'],
    [code`a wait that nobody ended`, code`its time is over`, code`it is expired and takes no decision`],
    code`
  const waiting = advance(begin(500, 'a'), 'system', START)
  assert.equal(waiting.state, 'waiting')
  assert.equal(expired(waiting, START + APPROVAL_MS).state, 'waiting')
  assert.equal(expired(waiting, START + APPROVAL_MS + 1).state, 'expired')
  assert.equal(decide(waiting, 'approve', 'b', START + APPROVAL_MS + 1), 'too_late')
  const rejected = decide(waiting, 'reject', 'b', START)
  assert.ok(typeof rejected !== 'string' && rejected.state === 'rejected')
  assert.equal(decide(rejected, 'approve', 'b', START), 'not_waiting')
`,
  ),
  testCase(
    'integration',
    ['flow', 'step-twice'],
    [
      code`a message of a step that comes twice`,
      code`it is worked on`,
      code`the step is done once and the flow goes on`,
    ],
    code`
  const now = world()
  const id = await started(now)
  const first = now.sent[0]
  await queue({ id: 'm', attempt: 1, body: first }, now.deps)
  await queue({ id: 'm', attempt: 2, body: first }, now.deps)
  const { state, history } = await stateOf(now, id)
  assert.deepEqual([state, history.length], ['waiting', 1])
  await assert.rejects(queue({ id: 'm', attempt: 1, body: { id } }, now.deps), { name: 'Unusable' })
`,
  ),
  testCase(
    'integration',
    ['flow', 'step-failing'],
    [code`a step that always fails`, code`it is worked on`, code`five attempts, then it is failed and tells so`],
    code`
  const now = world()
  const id = await started(now, '{"amount_cents":100000001}')
  await settleAll(now)
  const { state, history } = await stateOf(now, id)
  assert.equal(state, 'failed')
  assert.equal(now.sent.length, MAX_ATTEMPTS)
  assert.deepEqual(history.map(({ outcome }) => outcome), ['failed'])
`,
  ),
]

const service: Part = {
  summary: code`Takes $nouns through steps that survive crashes, with an approval by somebody else.`,
  functions: [
    { trigger: 'http', uses: ['records', 'queue'], timeoutSeconds: 10 },
    { trigger: 'queue', uses: ['records', 'queue'], timeoutSeconds: 60 },
  ],
  files: [
    { path: 'src/$kebab/$kebab-flow.ts', content: rules },
    { path: 'src/$kebab/$kebab-steps.ts', content: steps },
    { path: 'src/handler.ts', content: handler },
    requestsFile('POST', '/v1/$kebab-flows', code`{ amount_cents: 500 }`),
  ],
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-flows`,
      input: code`{amount_cents}`,
      output: code`202 the flow`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`GET`,
      path: code`/v1/$kebab-flows/:id`,
      input: code`Nothing`,
      output: code`200 the flow with its history`,
      auth: code`A verified caller`,
    },
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/$kebab-flows/:id/decision`,
      input: code`{decision approve|reject}`,
      output: code`200 the flow`,
      auth: code`A verified caller who has not asked for it`,
    },
  ],
  requirements: [
    {
      key: 'flow',
      text: code`A flow ends as done, rejected, failed or expired, whatever crashes or comes twice`,
      priority: 'P1',
    },
    { key: 'approval', text: code`Somebody other than who asked approves in time`, priority: 'P1' },
  ],
  boundaries: [
    boundary('queue', code`Queue to worker`, {
      T: [
        threat(
          'step-twice',
          code`The queue`,
          code`gives a step twice`,
          code`Money is moved twice`,
          [5, 5],
          code`A message names the version it is about; effects have the key of flow and step`,
        ),
        threat(
          'step-failing',
          code`What a step calls`,
          code`fails each time`,
          code`The flow hangs, and nobody knows`,
          [3, 3],
          code`Five attempts with growing pauses, then the flow says failed`,
        ),
      ],
    }),
    boundary('http', code`Caller to HTTP entry`, {
      R: [
        threat(
          'late-approval',
          code`Who approves`,
          code`decides long after the facts have changed, and denies the date`,
          code`An old decision counts`,
          [2, 4],
          code`Seven days; the history says who and when`,
        ),
      ],
      E: [
        threat(
          'self-approval',
          code`Who asks`,
          code`approves the own request`,
          code`Four eyes are two`,
          [4, 5],
          code`The caller that decides must be another`,
        ),
      ],
    }),
  ],
  suites: [
    {
      path: 'test/$kebab-flow.test.ts',
      head: code`
${testHead}
/** The tenant of the caller of tests. */
const tenantOf = async ({ deps }: World): Promise<string> => {
  const { authenticate } = await import('../src/verification/authenticate.ts')
  const request = authorized('GET', PATH)
  return (await authenticate({ method: 'GET', url: new URL(request.url), headers: request.headers, body: new Uint8Array() }, deps)).tenant
}
`,
      cases,
    },
  ],
  decisions: [
    {
      title: code`A state machine in code, a message a step`,
      context: code`Steps take from milliseconds to days, and must survive crashes, on more than one platform.`,
      drivers: [code`Steps and approvals are tested without a cloud`, code`The same behaviour on each platform`],
      options: [
        option(
          code`Pure transitions, a row with versions, a message a step`,
          code`it is tested in milliseconds and runs everywhere`,
          code`there is no picture of a running flow`,
        ),
        option(
          code`A workflow service of the platform`,
          code`it shows running flows and retries`,
          code`it is another one on each platform, and tests need it`,
        ),
        option(
          code`One long-running program`,
          code`it reads as prose`,
          code`a deployment or crash loses what is on its way`,
        ),
      ],
      because: code`approvals and refusals are the hard part, and these are pure functions.`,
      good: [code`the history of a flow is in its row`],
      bad: [code`beyond ten steps or with parallel ones, take the platform's service`],
      confirmation: code`test/$kebab-flow.test.ts.`,
    },
  ],
  assets: [code`Flows and what they carry out`],
  actors: [code`Who asks`, code`Who approves`],
  flows: [code`Caller to API: requests and decisions`, code`API to queue: steps`, code`Worker to table: flows`],
  constraints: [code`A step takes less than a minute`, code`A decision comes within seven days`],
}

export const workflow: Pattern = {
  version: '1.0.0',
  title: 'Workflow',
  traits: {
    ...{ trigger: 'http', route_shape: 'resource', verification: 'jwt', dispatch: 'steps', store: 'keyvalue' },
    ...{ has_ui: 'no', uses_model: 'no', latency: 'batch' },
  },
  parts: (context: Context) => {
    // Approvals need callers who can be told apart.
    const isKnown = context.traits.verification === 'api-key' || context.traits.verification === 'mtls'
    const verification = isKnown ? context.traits.verification : 'jwt'
    const verified = verificationPart({ ...context, traits: { ...context.traits, verification } })
    return [httpPart, verified, queuePort, workPart, retryPart, recordsPart, service]
  },
}
