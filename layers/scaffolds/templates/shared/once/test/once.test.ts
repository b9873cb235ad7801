import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemoryRecords } from '../src/records/memory-records.ts'
import { Busy, LEASE_MS, once } from '../src/records/once.ts'

const world = () => {
  const clock = { nowMs: 1_000 }
  const now = () => clock.nowMs
  return { clock, now, records: new MemoryRecords(now) }
}

// #case unit: once
test('given completed work, when it is requested again, then it has one effect', async () => {
  const { records, now } = world()
  let effects = 0
  const work = async () => {
    effects += 1
  }
  assert.equal(await once(records, 'a', now, work), true)
  assert.equal(await once(records, 'a', now, work), false)
  assert.equal(effects, 1)
})

// #case unit: once
test('given a worker that fails or crashes, when the work is retried, then it completes', async () => {
  const { records, now, clock } = world()
  await assert.rejects(
    once(records, 'a', now, () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  const crashedRun = once(records, 'a', now, () => new Promise(() => {}))
  await new Promise((resolve) => setImmediate(resolve))
  await assert.rejects(
    once(records, 'a', now, async () => {}),
    Busy,
  )
  assert.ok(LEASE_MS > $timeoutMs)
  clock.nowMs += LEASE_MS + 1
  assert.equal(await once(records, 'a', now, async () => {}), true)
  assert.ok(crashedRun instanceof Promise)
})

// #case unit: once, records-lost-update
test('given a worker that outlasts its lease and another that takes over, when both end, then one has completed the work, and the other fails', async () => {
  const { records, now, clock } = world()
  let release = () => {}
  const slow = once(records, 'a', now, () => new Promise((resolve) => (release = resolve)))
  await new Promise((resolve) => setImmediate(resolve))
  clock.nowMs += LEASE_MS + 1
  assert.equal(await once(records, 'a', now, async () => {}), true)
  release()
  await assert.rejects(slow, Busy)
  assert.equal(await once(records, 'a', now, async () => {}), false)
})
