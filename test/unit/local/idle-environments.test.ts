import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idleEnvironments } from '../../../lib/local/idle-environments.ts'
import type { Environment } from '../../../lib/local/lambda-environment.ts'

const ended: string[] = []
const environment = (name: string) =>
  ({
    end: async () => {
      ended.push(name)
    },
  }) as unknown as Environment

beforeEach(() => {
  ended.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('the environment that became idle last is reused first, and only by its own function', () => {
  const environments = idleEnvironments()
  const ownIdle = environments.ofFunction()
  const otherIdle = environments.ofFunction()
  const first = environment('first')
  const second = environment('second')
  ownIdle.put(first)
  ownIdle.put(second)
  expect([otherIdle.take(), ownIdle.count(), ownIdle.take(), ownIdle.take(), ownIdle.take()]).toEqual([
    undefined,
    2,
    second,
    first,
    undefined,
  ])
})

test('an environment above the maximum ends the environment that has been idle longest, of any function', () => {
  const environments = idleEnvironments({ max: 2 })
  const ownIdle = environments.ofFunction()
  const otherIdle = environments.ofFunction()
  ownIdle.put(environment('oldest'))
  otherIdle.put(environment('middle'))
  otherIdle.put(environment('newest'))
  expect([ended, ownIdle.count(), otherIdle.count()]).toEqual([['oldest'], 0, 2])
})

test('an unused environment ends after the idle time, and a used one does not', () => {
  const environments = idleEnvironments({ ms: 1_000 })
  const ownIdle = environments.ofFunction()
  ownIdle.put(environment('unused'))
  vi.advanceTimersByTime(600)
  const usedEnvironment = environment('used')
  ownIdle.put(usedEnvironment)
  expect(ownIdle.take()).toBe(usedEnvironment)
  vi.advanceTimersByTime(1_000)
  expect([ended, ownIdle.count()]).toEqual([['unused'], 0])
  environments.stop()
})
