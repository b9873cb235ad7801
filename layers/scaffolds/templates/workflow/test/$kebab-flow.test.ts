import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  APPROVAL_MS,
  APPROVE_ABOVE_CENTS,
  advance,
  begin,
  decide,
  MAX_ATTEMPTS,
  withExpiry,
} from '../src/$kebab/$kebab-flow.ts'
import { http, queue, queueWith, schedule } from '../src/handler.ts'
import { authorized, CALLER_ID, callersOf } from './support/credentials.ts'
import { goodRequest, PATH } from './support/requests.ts'
import { withRivalWrite } from './support/rival-write.ts'
import { START, world } from './support/world.ts'

type World = ReturnType<typeof world>
type Handle = typeof queue

/** An amount that needs approval. */
const LARGE_REQUEST = JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS + 500 })
const { secrets, overrideList } = callersOf([
  { id: 'manager-1', scopes: ['approve'] },
  { id: CALLER_ID, scopes: ['read', 'write', 'approve'] },
])
const workflowWorld = () => world({ secrets })
const asManager = (path: string, body: string): Request => authorized('POST', path, body, overrideList[0])
/** Sends a request of the requester, who also has the scope approve. */
const asRequester = (path: string, body: string): Request => authorized('POST', path, body, overrideList[1])
/** Effects that record their calls. */
const effectsOf = (fault?: Error) => {
  const calls: string[] = []
  const effect = (name: string) => async (key: string, flow: { amountCents: number; requestedBy: string }) => {
    calls.push([name, key, flow.amountCents, flow.requestedBy].join(' '))
    if (fault !== undefined) throw fault
  }
  return { calls, handle: queueWith({ pay: effect('pay'), notify: effect('notify') }) }
}
/** Processes all messages from an index on, including new ones. */
const processAll = async ({ deps, sent }: World, handle: Handle, firstIndex = 0): Promise<void> => {
  for (let index = firstIndex; index < sent.length; index++)
    await handle({ id: `m${index}`, attempt: 1, body: sent[index] }, deps)
}
const startFlow = async ({ deps }: World, body = LARGE_REQUEST, key?: string): Promise<string> => {
  const response = await http(await goodRequest(body, key), deps)
  assert.equal(response.status, 202)
  return ((await response.json()) as { id: string }).id
}
interface FlowResponse {
  readonly state: string
  readonly step: string
  readonly requestedBy: string
  readonly history: readonly { readonly outcome: string; readonly by: string }[]
}
const stateOf = async ({ deps }: World, id: string): Promise<FlowResponse> =>
  (await (await http(authorized('GET', `${PATH}/${id}`), deps)).json()) as FlowResponse
const APPROVE = '{"decision":"approve"}'
const decisionOf = (id: string): string => `${PATH}/${id}/decision`
/** Dependencies of the same world with a failing queue. */
const withFailingQueue = ({ deps }: World): World['deps'] => ({
  ...deps,
  queue: { send: () => Promise.reject(new Error('no queue')) },
})

// #case e2e: flow, approval
test('given an approved flow and implemented effects, when its steps run, then it pays and notifies once each, ends as done, and its history names the approver', async () => {
  const testWorld = workflowWorld()
  const { calls, handle } = effectsOf()
  const id = await startFlow(testWorld)
  await processAll(testWorld, handle)
  assert.deepEqual([(await stateOf(testWorld, id)).state, calls], ['waiting', []])
  assert.equal((await http(asManager(decisionOf(id), APPROVE), testWorld.deps)).status, 200)
  await processAll(testWorld, handle)
  const { state, requestedBy, history } = await stateOf(testWorld, id)
  assert.equal(state, 'done')
  assert.deepEqual(
    history.map(({ outcome, by }) => `${outcome} ${by}`),
    ['done system', 'approved manager-1', 'done system', 'done system'],
  )
  const amount = APPROVE_ABOVE_CENTS + 500
  assert.deepEqual(
    calls,
    ['pay', 'notify'].map((name) => [name, `${id}#${name}`, amount, requestedBy].join(' ')),
  )
})

// #case e2e: flow, pretended
test('given effects that are not implemented, when a flow reaches one, then it fails at once and names the missing effect', async () => {
  const testWorld = workflowWorld()
  const id = await startFlow(testWorld)
  await processAll(testWorld, queue)
  await http(asManager(decisionOf(id), APPROVE), testWorld.deps)
  await processAll(testWorld, queue, testWorld.sent.length - 1)
  const { state, step, history } = await stateOf(testWorld, id)
  assert.deepEqual([state, step, history.at(-1)?.outcome], ['failed', 'pay', 'failed: pay is not implemented'])
})

// #case integration: approval, self-approval
test('given a waiting flow, when an unauthorized caller, the requester or an invalid decision decides, then they get 403, 409 and 400, and the flow still waits', async () => {
  const testWorld = workflowWorld()
  const id = await startFlow(testWorld)
  await processAll(testWorld, queue)
  const statusOf = async (request: Request) => (await http(request, testWorld.deps)).status
  assert.equal(await statusOf(authorized('POST', decisionOf(id), APPROVE)), 403)
  assert.equal(await statusOf(asRequester(decisionOf(id), APPROVE)), 409)
  assert.equal(await statusOf(asManager(decisionOf(id), '{"decision":"maybe"}')), 400)
  assert.equal((await stateOf(testWorld, id)).state, 'waiting')
  assert.equal(await statusOf(authorized('GET', `${PATH}/unknown`)), 404)
})

// #case unit: approval, late-approval
test('given a waiting flow, when its deadline passes, then it is expired and accepts no decision', async () => {
  const waiting = advance(begin(APPROVE_ABOVE_CENTS + 1, 'a', START), 'system', START)
  assert.equal(waiting.state, 'waiting')
  assert.equal(withExpiry(waiting, START + APPROVAL_MS).state, 'waiting')
  assert.equal(withExpiry(waiting, START + APPROVAL_MS + 1).state, 'expired')
  assert.equal(decide(waiting, 'approve', 'b', START + APPROVAL_MS + 1), 'too_late')
  const rejected = decide(waiting, 'reject', 'b', START)
  assert.ok(typeof rejected !== 'string' && rejected.state === 'rejected')
  assert.equal(decide(rejected, 'approve', 'b', START), 'not_waiting')
})

// #case integration: approval, flow, records-lost-update
test('given two concurrent decisions and two workers at one step, when the other one is written first, then this one gets 409 or fails, and sends no message', async () => {
  const testWorld = workflowWorld()
  const { calls, handle } = effectsOf()
  const id = await startFlow(testWorld)
  const flows = '$kebab-flows#'
  const first = { id: 'm', attempt: 1, body: testWorld.sent[0] }
  await assert.rejects(
    handle(first, {
      ...testWorld.deps,
      records: withRivalWrite(testWorld.deps.records, flows, () => handle(first, testWorld.deps)),
    }),
    /changed the flow first/,
  )
  const reject = () => http(asManager(decisionOf(id), '{"decision":"reject"}'), testWorld.deps)
  const approve = await http(asManager(decisionOf(id), APPROVE), {
    ...testWorld.deps,
    records: withRivalWrite(testWorld.deps.records, flows, reject),
  })
  assert.deepEqual(
    [approve.status, (await stateOf(testWorld, id)).state, testWorld.sent.length, calls],
    [409, 'rejected', 1, []],
  )
})

// #case integration: progress, message-lost
test('given a queue that is down when a flow starts and is approved, when the caller repeats the request, then it gets 500 and then the first response, and one flow ends', async () => {
  const testWorld = workflowWorld()
  const { calls, handle } = effectsOf()
  assert.equal((await http(await goodRequest(LARGE_REQUEST), withFailingQueue(testWorld))).status, 500)
  const id = await startFlow(testWorld)
  assert.equal(await startFlow(testWorld), id)
  assert.equal((await http(await goodRequest('{"amount_cents":1}'), testWorld.deps)).status, 409)
  await processAll(testWorld, handle)
  assert.equal((await http(asManager(decisionOf(id), APPROVE), withFailingQueue(testWorld))).status, 500)
  assert.equal((await http(asManager(decisionOf(id), APPROVE), testWorld.deps)).status, 200)
  await processAll(testWorld, handle)
  assert.deepEqual([(await stateOf(testWorld, id)).state, calls.length], ['done', 2])
  assert.equal((await http(asManager(decisionOf(id), '{"decision":"reject"}'), testWorld.deps)).status, 409)
})

// #case integration: progress, message-lost
test('given a flow whose message was lost, when the sweep runs, then the message is sent again after 15 minutes, and the flow expires at its deadline', async () => {
  const testWorld = workflowWorld()
  const { handle } = effectsOf()
  assert.equal((await http(await goodRequest(LARGE_REQUEST), withFailingQueue(testWorld))).status, 500)
  await schedule(testWorld.deps)
  assert.equal(testWorld.sent.length, 0)
  testWorld.clock.nowMs += 15 * 60_000
  await schedule(testWorld.deps)
  assert.equal(testWorld.sent.length, 1)
  await processAll(testWorld, handle)
  const openFlows = () => testWorld.deps.records.list<{ id: string }>('$kebab-flows-open', { limit: 5 })
  const id = (await openFlows())[0]?.value.id ?? ''
  testWorld.clock.nowMs += APPROVAL_MS + 1
  await schedule(testWorld.deps)
  const rows = await testWorld.deps.records.list<{ state: string }>('$kebab-flows#tenant-a', { limit: 5 })
  assert.deepEqual(
    rows.map((row) => [row.id, row.value.state]),
    [[id, 'expired']],
  )
  await schedule(testWorld.deps)
  assert.deepEqual(await openFlows(), [])
})

// #case integration: flow, step-twice
test('given a repeated message of a step, when it is processed, then the step runs once, and the flow continues', async () => {
  const testWorld = workflowWorld()
  const id = await startFlow(testWorld)
  const first = testWorld.sent[0]
  await queue({ id: 'm', attempt: 1, body: first }, testWorld.deps)
  await queue({ id: 'm', attempt: 2, body: first }, testWorld.deps)
  const { state, history } = await stateOf(testWorld, id)
  assert.deepEqual([state, history.length], ['waiting', 1])
  await assert.rejects(queue({ id: 'm', attempt: 1, body: { id } }, testWorld.deps), { name: 'Unusable' })
})

// #case integration: flow, step-failing
test('given an effect that always fails, when it is processed, then there are five attempts, and the flow is failed without the error text', async () => {
  const testWorld = workflowWorld()
  const { calls, handle } = effectsOf(new Error('card of a customer was declined'))
  const id = await startFlow(testWorld)
  await processAll(testWorld, handle)
  await http(asManager(decisionOf(id), APPROVE), testWorld.deps)
  await processAll(testWorld, handle, testWorld.sent.length - 1)
  const { state, history } = await stateOf(testWorld, id)
  assert.deepEqual([state, calls.length, history.at(-1)?.outcome], ['failed', MAX_ATTEMPTS, 'failed: pay'])
  assert.equal(testWorld.delays.filter((delay) => delay > 0).length, MAX_ATTEMPTS - 1)
})

// #if threshold
// #case e2e: approval, flow
test('given an amount that needs no approval, when its steps run, then it is paid without one, and one cent more waits for approval', async () => {
  const testWorld = workflowWorld()
  assert.equal(APPROVE_ABOVE_CENTS, $cents)
  const { calls, handle } = effectsOf()
  const small = await startFlow(testWorld, JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS }), 'small')
  const large = await startFlow(testWorld, JSON.stringify({ amount_cents: APPROVE_ABOVE_CENTS + 1 }), 'large')
  await processAll(testWorld, handle)
  const states = [(await stateOf(testWorld, small)).state, (await stateOf(testWorld, large)).state]
  assert.deepEqual([...states, calls.length], ['done', 'waiting', 2])
})
// #endif
