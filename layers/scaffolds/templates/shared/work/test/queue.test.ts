import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settle } from '../src/queue/settle.ts'
import { world } from './support/world.ts'

const message = (id: string) => ({ id, body: { id }, attempt: 1 })

// #case unit: queue-partial, queue-poison
test('given a batch with one invalid message, when it is processed, then only that one is retried', async () => {
  const { deps } = world()
  const done: string[] = []
  const failed = await settle(
    [message('1'), message('2'), message('3')],
    async ({ id }) => {
      if (id === '2') throw new Error('no')
      done.push(id)
    },
    deps,
  )
  assert.deepEqual(failed, ['2'])
  assert.deepEqual(done, ['1', '3'])
})

// #case unit: queue-partial, queue-denied, queue-leak
test('given messages that succeed, fail, or belong to another worker, when they are processed, then one line per message has its ID and outcome, not the body', async () => {
  const { deps, logged } = world()
  await settle([{ id: '1', body: { secret: 'of-a-person' }, attempt: 2 }], async () => {}, deps)
  await settle([message('2')], () => Promise.reject(new Error('no')), deps)
  const busy = () => Promise.reject(Object.assign(new Error('of another'), { name: 'Busy' }))
  assert.deepEqual(await settle([message('3')], busy, deps), ['3'])
  assert.deepEqual(
    logged.map(({ id, outcome, attempt }) => [id, outcome, attempt]),
    [
      ['1', 'done', 2],
      ['2', 'failed', 1],
      ['3', 'busy', 1],
    ],
  )
  assert.ok(!JSON.stringify(logged).includes('of-a-person'))
})
