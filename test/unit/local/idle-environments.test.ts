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
  const all = idleEnvironments()
  const one = all.ofFunction()
  const other = all.ofFunction()
  const first = environment('first')
  const second = environment('second')
  one.put(first)
  one.put(second)
  expect([other.take(), one.count(), one.take(), one.take(), one.take()]).toEqual([
    undefined,
    2,
    second,
    first,
    undefined,
  ])
})

test('one environment too many ends the environment that has been idle longest, of any function', () => {
  const all = idleEnvironments({ most: 2 })
  const one = all.ofFunction()
  const other = all.ofFunction()
  one.put(environment('oldest'))
  other.put(environment('middle'))
  other.put(environment('newest'))
  expect([ended, one.count(), other.count()]).toEqual([['oldest'], 0, 2])
})

test('an unused environment ends after the idle time, and a used one does not', () => {
  const all = idleEnvironments({ ms: 1_000 })
  const one = all.ofFunction()
  one.put(environment('unused'))
  vi.advanceTimersByTime(600)
  const used = environment('used')
  one.put(used)
  expect(one.take()).toBe(used)
  vi.advanceTimersByTime(1_000)
  expect([ended, one.count()]).toEqual([['unused'], 0])
  all.stop()
})
