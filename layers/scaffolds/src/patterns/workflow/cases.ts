import { code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case } from '../../design.ts'

const happy: readonly Case[] = [
  testCase(
    'e2e',
    ['flow', 'approval'],
    [
      code`a flow that somebody else approves, and effects that are written`,
      code`its steps run`,
      code`it pays and notifies once each, is done, and its history says by whom`,
    ],
    code`
  const now = opened()
  const { calls, handle } = effectsOf()
  const id = await started(now)
  await settleAll(now, handle)
  assert.deepEqual([(await stateOf(now, id)).state, calls], ['waiting', []])
  assert.equal((await http(manager(decisionOf(id), APPROVE), now.deps)).status, 200)
  await settleAll(now, handle)
  const { state, requestedBy, history } = await stateOf(now, id)
  assert.equal(state, 'done')
  assert.deepEqual(history.map(({ outcome, by }) => outcome + ' ' + by), ['done system', 'approved manager-1', 'done system', 'done system'])
  const amount = APPROVE_ABOVE_CENTS + 500
  assert.deepEqual(calls, ['pay', 'notify'].map((name) => [name, id + '#' + name, amount, requestedBy].join(' ')))
`,
  ),
  testCase(
    'e2e',
    ['flow', 'pretended'],
    [
      code`effects that nobody has written`,
      code`a flow comes to one`,
      code`it is failed and says what is missing, at once`,
    ],
    code`
  const now = opened()
  const id = await started(now)
  await settleAll(now, queue)
  await http(manager(decisionOf(id), APPROVE), now.deps)
  await settleAll(now, queue, now.sent.length - 1)
  const { state, step, history } = await stateOf(now, id)
  assert.deepEqual([state, step, history.at(-1)?.outcome], ['failed', 'pay', 'failed: pay is not built'])
`,
  ),
]

const decisions: readonly Case[] = [
  testCase(
    'integration',
    ['approval', 'self-approval'],
    [
      code`a flow that waits`,
      code`who may not approve decides, who asked for it decides, or nonsense is decided`,
      code`403, 409 and 400, and it waits on`,
    ],
    code`
  const now = opened()
  const id = await started(now)
  await settleAll(now, queue)
  const statusOf = async (request: Request) => (await http(request, now.deps)).status
  assert.equal(await statusOf(authorized('POST', decisionOf(id), APPROVE)), 403)
  assert.equal(await statusOf(asker(decisionOf(id), APPROVE)), 409)
  assert.equal(await statusOf(manager(decisionOf(id), '{"decision":"maybe"}')), 400)
  assert.equal((await stateOf(now, id)).state, 'waiting')
  assert.equal(await statusOf(authorized('GET', PATH + '/nobody-has-it')), 404)
`,
  ),
  testCase(
    'unit',
    ['approval', 'late-approval'],
    [code`a wait that nobody ended`, code`its time is over`, code`it is expired and takes no decision`],
    code`
  const waiting = advance(begin(APPROVE_ABOVE_CENTS + 1, 'a', START), 'system', START)
  assert.equal(waiting.state, 'waiting')
  assert.equal(expired(waiting, START + APPROVAL_MS).state, 'waiting')
  assert.equal(expired(waiting, START + APPROVAL_MS + 1).state, 'expired')
  assert.equal(decide(waiting, 'approve', 'b', START + APPROVAL_MS + 1), 'too_late')
  const rejected = decide(waiting, 'reject', 'b', START)
  assert.ok(typeof rejected !== 'string' && rejected.state === 'rejected')
  assert.equal(decide(rejected, 'approve', 'b', START), 'not_waiting')
`,
  ),
]

const raced: readonly Case[] = [
  testCase(
    'integration',
    ['approval', 'flow', 'records-lost-update'],
    [
      code`two who decide, and two workers at one step`,
      code`the other is written first`,
      code`ours is 409, or fails, and sends nothing on`,
    ],
    code`
  const now = opened()
  const { calls, handle } = effectsOf()
  const id = await started(now)
  const flows = '$kebab-flows#'
  const first = { id: 'm', attempt: 1, body: now.sent[0] }
  await assert.rejects(handle(first, { ...now.deps, records: contested(now.deps.records, flows, () => handle(first, now.deps)) }), /was quicker/)
  const reject = () => http(manager(decisionOf(id), '{"decision":"reject"}'), now.deps)
  const approve = await http(manager(decisionOf(id), APPROVE), { ...now.deps, records: contested(now.deps.records, flows, reject) })
  assert.deepEqual([approve.status, (await stateOf(now, id)).state, now.sent.length, calls], [409, 'rejected', 1, []])
`,
  ),
]

const lost: readonly Case[] = [
  testCase(
    'integration',
    ['progress', 'message-lost'],
    [
      code`a queue that is down when a flow starts and when it is approved`,
      code`the caller repeats the request`,
      code`500, then the first answer, and one flow goes on to its end`,
    ],
    code`
  const now = opened()
  const { calls, handle } = effectsOf()
  assert.equal((await http(await goodRequest(MUCH), down(now))).status, 500)
  const id = await started(now)
  assert.equal(await started(now), id)
  assert.equal((await http(await goodRequest('{"amount_cents":1}'), now.deps)).status, 409)
  await settleAll(now, handle)
  assert.equal((await http(manager(decisionOf(id), APPROVE), down(now))).status, 500)
  assert.equal((await http(manager(decisionOf(id), APPROVE), now.deps)).status, 200)
  await settleAll(now, handle)
  assert.deepEqual([(await stateOf(now, id)).state, calls.length], ['done', 2])
  assert.equal((await http(manager(decisionOf(id), '{"decision":"reject"}'), now.deps)).status, 409)
`,
  ),
  testCase(
    'integration',
    ['progress', 'message-lost'],
    [
      code`a flow whose message was lost, and nobody who repeats anything`,
      code`the clock starts the sweep`,
      code`it is sent again after a quarter of an hour, expired when its time is over, and listed no more at its end`,
    ],
    code`
  const now = opened()
  const { handle } = effectsOf()
  assert.equal((await http(await goodRequest(MUCH), down(now))).status, 500)
  await schedule(now.deps)
  assert.equal(now.sent.length, 0)
  now.clock.at += 15 * 60_000
  await schedule(now.deps)
  assert.equal(now.sent.length, 1)
  await settleAll(now, handle)
  const open = () => now.deps.records.list<{ id: string }>('$kebab-flows-open', { limit: 5 })
  const id = (await open())[0]?.value.id ?? ''
  now.clock.at += APPROVAL_MS + 1
  await schedule(now.deps)
  const rows = await now.deps.records.list<{ state: string }>('$kebab-flows#tenant-a', { limit: 5 })
  assert.deepEqual(rows.map((row) => [row.id, row.value.state]), [[id, 'expired']])
  await schedule(now.deps)
  assert.deepEqual(await open(), [])
`,
  ),
]

const steps: readonly Case[] = [
  testCase(
    'integration',
    ['flow', 'step-twice'],
    [
      code`a message of a step that comes twice`,
      code`it is worked on`,
      code`the step is done once and the flow goes on`,
    ],
    code`
  const now = opened()
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
    [
      code`an effect that always fails`,
      code`it is worked on`,
      code`five attempts, then the flow is failed and tells so, not why`,
    ],
    code`
  const now = opened()
  const { calls, handle } = effectsOf(new Error('card of a person refused'))
  const id = await started(now)
  await settleAll(now, handle)
  await http(manager(decisionOf(id), APPROVE), now.deps)
  await settleAll(now, handle, now.sent.length - 1)
  const { state, history } = await stateOf(now, id)
  assert.deepEqual([state, calls.length, history.at(-1)?.outcome], ['failed', MAX_ATTEMPTS, 'failed: pay'])
  assert.equal(now.delays.filter((delay) => delay > 0).length, MAX_ATTEMPTS - 1)
`,
  ),
]

/** Where small amounts need nobody. */
export const threshold = (cents: number): Case =>
  testCase(
    'e2e',
    ['approval', 'flow'],
    [
      code`an amount that needs no approval`,
      code`its steps run`,
      code`it is paid without one, and one cent more waits`,
    ],
    code`
  const now = opened()
  assert.equal(APPROVE_ABOVE_CENTS, ${cents})
  const { calls, handle } = effectsOf()
  const small = await started(now, JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS }), 'small')
  const large = await started(now, JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS + 1 }), 'large')
  await settleAll(now, handle)
  assert.deepEqual([(await stateOf(now, small)).state, (await stateOf(now, large)).state, calls.length], ['done', 'waiting', 2])
`,
  )

export const cases: readonly Case[] = [...happy, ...decisions, ...raced, ...lost, ...steps]
