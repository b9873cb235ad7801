import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read$EntityTask } from '../src/$kebab/$kebab-tasks.ts'
import { queue, queueWith } from '../src/handler.ts'
import { settle } from '../src/queue/settle.ts'
import { world } from './support/world.ts'

const task = (id: string, overrides: Record<string, unknown> = {}) => ({
  id,
  about: 'a-1',
  details: { to: 'x' },
  ...overrides,
})
const message = (body: unknown, id = 'm') => ({ id, attempt: 1, body })
/** Returns an effect that records its calls and fails a number of times. */
const effectOf = (failures = 0) => {
  const calls: string[] = []
  let remaining = failures
  const carryOut = async (
    key: string,
    { about, details }: { about: string; details: Readonly<Record<string, string>> },
  ) => {
    if (remaining-- > 0) throw new Error('the other system is down')
    calls.push([key, about, details.to].join(' '))
  }
  return { calls, handle: queueWith({ carryOut }) }
}

// #case integration: tasks, once, task-twice
test('given a repeated task and another one, when they are processed, then each has its effect once, with its ID as the key', async () => {
  const { deps } = world()
  const { calls, handle } = effectOf()
  await handle(message(task('t-1')), deps)
  await handle(message(task('t-1'), 'again'), deps)
  await handle(message(task('t-2', { about: 'a-2' })), deps)
  assert.deepEqual(calls, ['t-1 a-1 x', 't-2 a-2 x'])
})

// #case integration: tasks, once, task-twice
test('given an effect that fails, and two workers for one task, when the task is retried, then it completes, and never in both workers', async () => {
  const { deps } = world()
  const { calls, handle } = effectOf(1)
  await assert.rejects(handle(message(task('t-1')), deps), /down/)
  await handle(message(task('t-1')), deps)
  assert.equal(calls.length, 1)
  const slow = queueWith({ carryOut: () => new Promise(() => {}) })
  void slow(message(task('t-2')), deps)
  await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(handle(message(task('t-2')), deps), { name: 'Busy' })
  assert.equal(calls.length, 1)
})

// #case integration: tasks, pretended
test('given an effect that is not implemented, when tasks arrive, then each message fails, and none is recorded as done', async () => {
  const { deps, logged } = world()
  assert.deepEqual(await settle([message(task('t-1'), 'm-1'), message(task('t-2'), 'm-2')], queue, deps), [
    'm-1',
    'm-2',
  ])
  assert.ok(logged.every(({ fault }) => String(fault).includes('carryOut is not implemented')))
  assert.equal(await deps.records.get('once', 't-1'), undefined)
})

// #case unit: tasks-strict, task-malformed
test('given malformed messages, when they are read, then each is refused with its invalid field', async () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ id: '' }, /^id/],
    [{ about: 'a b' }, /^about/],
    [{ about: 5 }, /^about/],
    [{ details: [] }, /^details/],
    [{ details: { to: 5 } }, /^details/],
    [{ details: { to: 'x'.repeat(2_001) } }, /^details/],
  ]
  for (const [overrides, names] of wrong)
    assert.throws(() => read$EntityTask(task('t', overrides)), { name: 'Unusable', message: names })
  for (const body of [null, 'text', []]) assert.throws(() => read$EntityTask(body), { name: 'Unusable' })
  assert.deepEqual(read$EntityTask({ id: 't', about: 'a' }), { id: 't', about: 'a', details: {} })
})
