import { expect, test } from 'vitest'
import { aboveBudget } from '../../support/file-budgets.ts'

const file = { project: 'unit', file: 'test/unit/a.test.ts', cpuMs: 4_900, clockMs: 60_000 }

test('a file within its CPU budget passes, however long a crowded machine took', () => {
  expect(aboveBudget([file, { ...file, project: 'api' }])).toEqual([])
})

test('a file above its CPU budget is named, with what to do', () => {
  const found = aboveBudget([{ ...file, cpuMs: 5_200 }])
  expect(found).toEqual([
    expect.stringMatching(/^test\/unit\/a\.test\.ts took 5\.2 s of CPU \(at most 5\.0 s\): split it/),
  ])
})

test('a story is measured by the clock, because the threads of its stack do the work', () => {
  const story = { ...file, project: 'stories', cpuMs: 1_000 }
  expect([
    aboveBudget([{ ...story, clockMs: 9_000 }]).length,
    aboveBudget([{ ...story, clockMs: 11_000 }]).length,
  ]).toEqual([0, 1])
})
