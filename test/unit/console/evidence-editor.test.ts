import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { CheckRequest, CheckResult } from '../../../console/evidence/check-messages.ts'
import { type CheckPort, createChecker } from '../../../console/evidence/checker.ts'
import { contentOf, EMPTY_DRAFT, storedDraft, withInserted } from '../../../console/evidence/content-draft.ts'
import { hasPosition, movedSpan, piecesOf } from '../../../console/evidence/gap-spans.ts'

describe('createChecker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const PAUSE = 100
  const asking = (body: string) => ({ content: { body }, policy: 'eeat-core' })

  /** A fake worker that answers on demand. */
  const world = () => {
    const requests: CheckRequest[] = []
    const answeredBodies: string[] = []
    let postAnswer: (data: CheckResult) => void = () => undefined
    const port: CheckPort = {
      postMessage: (request) => void requests.push(request),
      addEventListener: (_, onMessage) => {
        postAnswer = (data) => onMessage({ data })
      },
      terminate: () => void answeredBodies.push('ended'),
    }
    const checker = createChecker({
      port,
      debounceMs: PAUSE,
      onReady: () => undefined,
      onResult: (_, { content }) => void answeredBodies.push(content.body),
    })
    const answer = (number: number) => postAnswer({ id: number, verdict: undefined, durationMs: 1 })
    return {
      checker,
      asked: requests,
      answeredBodies,
      answer,
      bodies: () => requests.map(({ content }) => content.body),
    }
  }

  test('asks after a typing pause, for the latest text only', () => {
    const { checker, bodies } = world()
    for (const body of ['a', 'ab', 'abc']) {
      checker.schedule(asking(body))
      vi.advanceTimersByTime(PAUSE - 1)
    }
    expect(bodies()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(bodies()).toEqual(['abc'])
  })

  test('runs one question at a time, then the newest waiting one', () => {
    const { checker, bodies, answer, answeredBodies } = world()
    for (const body of ['a', 'ab', 'abc']) {
      checker.schedule(asking(body))
      vi.advanceTimersByTime(PAUSE)
    }
    expect(bodies()).toEqual(['a'])
    answer(1)
    expect(bodies()).toEqual(['a', 'abc'])
    answer(2)
    expect(answeredBodies).toEqual(['a', 'abc'])
  })

  test('ignores duplicate answers and answers to other questions', () => {
    const { checker, answer, answeredBodies } = world()
    checker.schedule(asking('a'))
    vi.advanceTimersByTime(PAUSE)
    for (const number of [7, 1, 1]) answer(number)
    expect(answeredBodies).toEqual(['a'])
  })

  test('does not send a waiting question while the user still types', () => {
    const { checker, bodies, answer } = world()
    checker.schedule(asking('a'))
    vi.advanceTimersByTime(PAUSE)
    checker.schedule(asking('ab'))
    answer(1)
    expect(bodies()).toEqual(['a'])
    vi.advanceTimersByTime(PAUSE)
    expect(bodies()).toEqual(['a', 'ab'])
  })

  test('asks nothing after it was stopped', () => {
    const { checker, bodies, answeredBodies } = world()
    checker.schedule(asking('a'))
    checker.stop()
    vi.advanceTimersByTime(PAUSE)
    expect([bodies(), answeredBodies]).toEqual([[], ['ended']])
  })
})

describe('marks', () => {
  const before = 'one two three'

  test.each([
    { name: 'stay before a change', after: 'one two four', span: [0, 3], at: 'one' },
    { name: 'move with what is put in before them', after: 'zero one two three', span: [4, 7], at: 'two' },
    { name: 'move back with what goes before them', after: 'two three', span: [8, 13], at: 'three' },
    { name: 'go with their words', after: 'one tw three', span: [4, 7], at: undefined },
    { name: 'stay where nothing was changed', after: 'one two three', span: [4, 7], at: 'two' },
  ])('$name', ({ after, span: [start = 0, end = 0], at }) => {
    const moved = movedSpan({ start, end }, before, after)
    expect(moved && after.slice(moved.start, moved.end)).toBe(at)
  })

  test('split a text into pieces, each with its most severe gap', () => {
    const pieces = piecesOf(before, [
      { start: 0, end: 7, severity: 'minor' },
      { start: 4, end: 13, severity: 'critical' },
      { start: 12, end: 99, severity: 'major' },
    ])
    expect(pieces).toEqual([
      { text: 'one ', severity: 'minor' },
      { text: 'two', severity: 'critical' },
      {
        text: ' three',
        severity: 'critical',
      },
    ])
    expect(pieces.map(({ text }) => text).join('')).toBe(before)
  })

  test('exclude gaps that span the whole text', () => {
    expect(hasPosition({ span: { start: 0, end: before.length } }, before)).toBe(false)
    expect(hasPosition({ span: { start: 4, end: 7 } }, before)).toBe(true)
    expect(hasPosition({ span: { start: 4, end: 4 } }, before)).toBe(false)
  })
})

describe('text draft', () => {
  it('sends non-empty members only', () => {
    const draft = { ...EMPTY_DRAFT, body: ' a ', title: ' T ', authorName: '  ', domains: ['food' as const] }
    expect(contentOf(draft)).toEqual({ body: ' a ', title: 'T', domains: ['food'] })
    expect(contentOf(EMPTY_DRAFT)).toEqual({ body: '' })
  })

  it('a stored draft is restored, and anything else gives an empty one', () => {
    const draft = { ...EMPTY_DRAFT, body: 'a', publishedAt: '2026-11-01', domains: ['legal' as const], policy: 'own' }
    expect(storedDraft(JSON.stringify(draft))).toEqual(draft)
    for (const text of [null, '', '{', 'null', '[]', '7']) expect(storedDraft(text)).toEqual(EMPTY_DRAFT)
    expect(storedDraft('{"body":1,"domains":["nothing"],"policy":""}')).toEqual(EMPTY_DRAFT)
  })

  it("inserts a part below the caret's paragraph, or at the end", () => {
    expect(withInserted('One.\n\nTwo.\n', '> q\n', 1)).toBe('One.\n\n> q\n\nTwo.\n')
    expect(withInserted('One.\n\nTwo.\n', '> q', 8)).toBe('One.\n\nTwo.\n\n> q\n')
    expect(withInserted('One.', '> q', undefined)).toBe('One.\n\n> q\n')
    expect(withInserted('', '> q', 0)).toBe('> q\n')
  })
})
