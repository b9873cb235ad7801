import { expect, test } from 'vitest'
import { aboveBudget, slowness } from '../../support/file-budgets.ts'

const file = { project: 'unit', file: 'test/unit/a.test.ts', cpuMs: 4_900, clockMs: 12_000 }

test('a file within its CPU budget passes, even if a busy machine took longer', () => {
  expect(aboveBudget([file, { ...file, project: 'api' }], 1)).toEqual([])
})

test('a file above its CPU budget is reported, with advice', () => {
  const found = aboveBudget([{ ...file, cpuMs: 5_200 }], 1)
  expect(found).toEqual([
    expect.stringMatching(/^test\/unit\/a\.test\.ts took 5\.2 s of CPU \(at most 5\.0 s\): split it/),
  ])
})

test('a file above its clock budget is reported, even if it takes little CPU', () => {
  expect(aboveBudget([{ ...file, clockMs: 31_000 }], 1)).toEqual([
    expect.stringContaining('took 31.0 s by the clock (at most 30.0 s)'),
  ])
  const story = { ...file, project: 'stories', cpuMs: 1_000 }
  expect(
    aboveBudget(
      [
        { ...story, clockMs: 9_000 },
        { ...story, clockMs: 11_000 },
      ],
      1,
    ).length,
  ).toBe(1)
})

test('budgets are multiplied by the factor', () => {
  expect(aboveBudget([{ ...file, cpuMs: 14_000 }], 3)).toEqual([])
  expect(aboveBudget([{ ...file, cpuMs: 16_000 }], 3)).toEqual([expect.stringContaining('at most 15.0 s')])
})

test('slowness is the CPU time of many files relative to the reference machine, from 1 to 3', () => {
  const files = (cpuMs: number, project = 'unit') => Array.from({ length: 300 }, () => ({ ...file, project, cpuMs }))
  expect(slowness(files(435))).toBe(1.5)
  expect(slowness(files(100))).toBe(1)
  expect(slowness(files(2_900))).toBe(3)
  expect(slowness([...files(290), ...files(640, 'api')])).toBe(1)
  expect(slowness([...files(290), { ...file, project: 'stories', cpuMs: 100_000 }])).toBe(1)
  expect(slowness(files(435).slice(0, 100))).toBe(1)
})
