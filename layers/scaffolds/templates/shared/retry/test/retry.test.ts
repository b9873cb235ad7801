import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs, withRetries } from '../src/retry/backoff.ts'

// #case unit: retry
test('given a failing call, when it is retried, then delays grow to a cap and attempts end', async () => {
  assert.deepEqual(
    [1, 2, 3, 20].map((attempt) => backoffMs(attempt, () => 0.5)),
    [100, 200, 400, 10_000],
  )
  const slept: number[] = []
  let calls = 0
  const options = { attempts: 3, random: () => 1, sleep: async (ms: number) => void slept.push(ms) }
  const failing = async () => {
    calls += 1
    throw new Error(String(calls))
  }
  await assert.rejects(withRetries(failing, options), /3/)
  assert.deepEqual(slept, [200, 400])
})
