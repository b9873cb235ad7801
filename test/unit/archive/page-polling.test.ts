import { Refused } from '@signet/pages/client'
import { describe, expect, test } from 'vitest'
import { pauseBeforePoll, readInto, toBeRead, waitAfter } from '../../../lambdas/archive/page/client/polling.ts'

const artifact = (id: string, state: string, over = {}) => ({
  ...{ id, state, kind: 'briefing_doc', title: id, stale: false, endedAt: state === 'ready' ? '2026-01-01' : null },
  ...over,
})

/** Looks within a minute at so many things that never end. */
const looksAMinute = (underway: number): number => {
  let looks = 0
  for (let ms = pauseBeforePoll(0, underway); ms < 60_000; ms += pauseBeforePoll(looks, underway)) looks++
  return looks * underway
}

describe('what the page reads while artifacts are made', () => {
  test('the longer it takes, the rarer; many at once stay within 120 reads a minute', () => {
    expect([0, 1, 2, 10].map((looks) => pauseBeforePoll(looks, 1))).toEqual([1_000, 1_500, 2_250, 10_000])
    expect([1, 4, 20, 50].map(looksAMinute).every((reads) => reads <= 60)).toBe(true)
    expect(looksAMinute(1)).toBeGreaterThan(5)
  })

  test('only those underway, and those that are other than they were known', () => {
    const known = [artifact('a', 'ready'), artifact('b', 'generating'), artifact('c', 'ready'), artifact('d', 'ready')]
    const listed = [
      artifact('new', 'queued'),
      artifact('a', 'ready'),
      artifact('b', 'generating'),
      artifact('c', 'ready', { stale: true }),
      artifact('d', 'ready', { endedAt: '2026-01-02' }),
    ]
    expect(toBeRead(listed, known).map(({ id }) => id)).toEqual(['new', 'b', 'c', 'd'])
    expect(toBeRead(known.slice(0, 1), known)).toEqual([])
  })

  test('what was read takes the place of what was known, and what is not listed goes', () => {
    const known = [artifact('a', 'ready', { sections: [] }), artifact('b', 'generating'), artifact('gone', 'ready')]
    const shown = readInto([artifact('a', 'ready'), artifact('b', 'generating')], known, [artifact('b', 'ready')])
    expect(shown).toEqual([known[0], artifact('b', 'ready')])
  })

  test('a refusal says how long to wait; another failure is told', () => {
    expect(waitAfter(new Refused(429, 'Too many', '17'))).toBe(17_000)
    expect(waitAfter(new Refused(503, 'Later'))).toBe(10_000)
    expect(waitAfter(new Refused(404, 'Gone', '17'))).toBeUndefined()
    expect(waitAfter(new TypeError('offline'))).toBeUndefined()
  })
})
