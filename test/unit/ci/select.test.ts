import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Judge } from '../../ci/judge.ts'
import { FIRST, OTHERS } from '../../ci/judges.ts'
import { PREPARATIONS } from '../../ci/preparations.ts'
import { selectJudges } from '../../ci/select.ts'

/** A day on which none of the judges below is in the sample. */
const DAY = '2026-11-29'
const judges: readonly Judge[] = [
  { name: 'flags', covers: '', run: '', concerns: [/^lambdas\/flags\//] },
  { name: 'billing', covers: '', run: '', concerns: [/^lambdas\/billing\//] },
  { name: 'report', covers: '', run: '', concerns: [/^docs\/report/], after: ['flags'] },
  { name: 'always', covers: '', run: '' },
]
/** Returns the names of the judges that run, without the sample of the day. */
const selectedFor = (changed: readonly string[] | undefined, all = false) =>
  selectJudges(judges, { changed, day: DAY, all }).flatMap(({ judge, reason }) =>
    reason && reason !== 'sample of the day' ? [judge.name] : [],
  )

describe('selectJudges', () => {
  test('selects the judges that the changed files affect, and those without patterns', () => {
    expect(selectedFor(['lambdas/flags/api/app.ts', 'README.md'])).toEqual(['flags', 'always'])
    expect(selectedFor(['README.md'])).toEqual(['always'])
  })

  test('selects a judge whose results a selected judge reads', () => {
    expect(selectedFor(['docs/report.md'])).toEqual(['flags', 'report', 'always'])
  })

  test('selects all judges for a shared file, for an unknown change, and on request', () => {
    const all = ['flags', 'billing', 'report', 'always']
    expect(selectedFor(['layers/kernel/src/log.ts'])).toEqual(all)
    expect(selectedFor(undefined)).toEqual(all)
    expect(selectedFor([], true)).toEqual(all)
  })

  test('gives the same sample on the same day, and each judge within a month', () => {
    const days = Array.from({ length: 31 }, (_, day) => `2026-12-${String(day + 1).padStart(2, '0')}`)
    const sampleOf = (day: string) =>
      selectJudges(OTHERS, { changed: [], day, all: false }).flatMap(({ judge, reason }) =>
        reason ? [judge.name] : [],
      )
    expect(sampleOf(DAY)).toEqual(sampleOf(DAY))
    expect(new Set(days.flatMap(sampleOf)).size).toBe(OTHERS.length)
    expect(Math.max(...days.map((day) => sampleOf(day).length))).toBeLessThan(OTHERS.length / 2)
  })
})

describe('the table of judges', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const all = [...FIRST, ...OTHERS]

  test('has each judge once, and refers only to preparations and judges that exist', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    const names = PREPARATIONS.map(({ name }) => name)
    expect(all.flatMap(({ needs = [] }) => needs).filter((name) => !names.includes(name))).toEqual([])
    expect(all.flatMap(({ after = [] }) => after).filter((name) => !all.some((each) => each.name === name))).toEqual([])
  })

  test('has no pattern that matches no file', () => {
    const idle = OTHERS.flatMap(({ name, concerns = [] }) =>
      concerns.filter((pattern) => !tracked.some((file) => pattern.test(file))).map((pattern) => `${name}: ${pattern}`),
    )
    expect(idle).toEqual([])
  })

  test('has a judge for every file of the product, in addition to npm test', () => {
    const isProduct = /^(?:lambdas|layers|lib|bin)\/.*\.(?:ts|tsx|mjs)$/
    // Programs for developers and operators. npm test covers them. The judge `start` runs the first for every change.
    const isTool = /^bin\/(?:local|models|spend|why)(?:\.ts|\/)/
    const unjudged = tracked.filter(
      (file) =>
        isProduct.test(file) &&
        !isTool.test(file) &&
        !selectJudges(OTHERS, { changed: [file], day: DAY, all: false }).some(
          ({ reason }) => reason === 'affected' || reason === 'shared files changed',
        ),
    )
    expect(unjudged).toEqual([])
  })
})
