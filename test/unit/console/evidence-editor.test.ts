import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { CheckRequest, CheckResult } from '../../../console/evidence/check-messages.ts'
import { type CheckPort, createChecker } from '../../../console/evidence/checker.ts'
import { contentOf, EMPTY_DRAFT, storedDraft, withInserted } from '../../../console/evidence/content-draft.ts'
import { hasPosition, movedSpan, piecesOf } from '../../../console/evidence/gap-spans.ts'

describe('createChecker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const DEBOUNCE_MS = 100
  const inputWith = (body: string) => ({ content: { body }, policy: 'eeat-core' })

  /** A fake worker that returns results on demand. */
  const world = () => {
    const requests: CheckRequest[] = []
    const checkedBodies: string[] = []
    let postResult: (data: CheckResult) => void = () => undefined
    let isTerminated = false
    const port: CheckPort = {
      postMessage: (request) => void requests.push(request),
      addEventListener: (_, onMessage) => {
        postResult = (data) => onMessage({ data })
      },
      terminate: () => {
        isTerminated = true
      },
    }
    const checker = createChecker({
      port,
      debounceMs: DEBOUNCE_MS,
      onReady: () => undefined,
      onResult: (_, { content }) => void checkedBodies.push(content.body),
    })
    const finishCheck = (id: number) => postResult({ id, verdict: undefined, durationMs: 1 })
    return {
      checker,
      checkedBodies,
      finishCheck,
      requestedBodies: () => requests.map(({ content }) => content.body),
      isTerminated: () => isTerminated,
    }
  }

  test('checks only the latest text, after a typing pause', () => {
    const { checker, requestedBodies } = world()
    for (const body of ['a', 'ab', 'abc']) {
      checker.schedule(inputWith(body))
      vi.advanceTimersByTime(DEBOUNCE_MS - 1)
    }
    expect(requestedBodies()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(requestedBodies()).toEqual(['abc'])
  })

  test('runs one check at a time, then a check of the newest text', () => {
    const { checker, requestedBodies, finishCheck, checkedBodies } = world()
    for (const body of ['a', 'ab', 'abc']) {
      checker.schedule(inputWith(body))
      vi.advanceTimersByTime(DEBOUNCE_MS)
    }
    expect(requestedBodies()).toEqual(['a'])
    finishCheck(1)
    expect(requestedBodies()).toEqual(['a', 'abc'])
    finishCheck(2)
    expect(checkedBodies).toEqual(['a', 'abc'])
  })

  test('ignores duplicate results and results of other checks', () => {
    const { checker, finishCheck, checkedBodies } = world()
    checker.schedule(inputWith('a'))
    vi.advanceTimersByTime(DEBOUNCE_MS)
    for (const id of [7, 1, 1]) finishCheck(id)
    expect(checkedBodies).toEqual(['a'])
  })

  test('does not check the next text while the user still types', () => {
    const { checker, requestedBodies, finishCheck } = world()
    checker.schedule(inputWith('a'))
    vi.advanceTimersByTime(DEBOUNCE_MS)
    checker.schedule(inputWith('ab'))
    finishCheck(1)
    expect(requestedBodies()).toEqual(['a'])
    vi.advanceTimersByTime(DEBOUNCE_MS)
    expect(requestedBodies()).toEqual(['a', 'ab'])
  })

  test('terminates its worker and checks nothing after it was stopped', () => {
    const { checker, requestedBodies, checkedBodies, isTerminated } = world()
    checker.schedule(inputWith('a'))
    checker.stop()
    vi.advanceTimersByTime(DEBOUNCE_MS)
    expect([requestedBodies(), checkedBodies]).toEqual([[], []])
    expect(isTerminated()).toBe(true)
  })
})

describe('marks', () => {
  const before = 'one two three'

  test.each([
    { name: 'stay before a change', after: 'one two four', span: [0, 3], markedText: 'one' },
    {
      name: 'move forward if text is inserted before them',
      after: 'zero one two three',
      span: [4, 7],
      markedText: 'two',
    },
    { name: 'move back if text before them is deleted', after: 'two three', span: [8, 13], markedText: 'three' },
    { name: 'disappear if their words are edited', after: 'one tw three', span: [4, 7], markedText: undefined },
    { name: 'stay if the text is unchanged', after: 'one two three', span: [4, 7], markedText: 'two' },
  ])('$name', ({ after, span: [start = 0, end = 0], markedText }) => {
    const moved = movedSpan({ start, end }, before, after)
    expect(moved && after.slice(moved.start, moved.end)).toBe(markedText)
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
  it('sends non-empty fields only', () => {
    const draft = { ...EMPTY_DRAFT, body: ' a ', title: ' T ', authorName: '  ', domains: ['food' as const] }
    expect(contentOf(draft)).toEqual({ body: ' a ', title: 'T', domains: ['food'] })
    expect(contentOf(EMPTY_DRAFT)).toEqual({ body: '' })
  })

  it('a stored draft is restored, and anything else gives an empty one', () => {
    const draft = {
      ...EMPTY_DRAFT,
      body: 'a',
      publishedAt: '2026-11-01',
      domains: ['legal' as const],
      policy: 'custom',
    }
    expect(storedDraft(JSON.stringify(draft))).toEqual(draft)
    for (const text of [null, '', '{', 'null', '[]', '7']) expect(storedDraft(text)).toEqual(EMPTY_DRAFT)
    expect(storedDraft('{"body":1,"domains":["unknown"],"policy":""}')).toEqual(EMPTY_DRAFT)
  })

  it("inserts a text below the caret's paragraph, or at the end", () => {
    expect(withInserted('One.\n\nTwo.\n', '> q\n', 1)).toBe('One.\n\n> q\n\nTwo.\n')
    expect(withInserted('One.\n\nTwo.\n', '> q', 8)).toBe('One.\n\nTwo.\n\n> q\n')
    expect(withInserted('One.', '> q', undefined)).toBe('One.\n\n> q\n')
    expect(withInserted('', '> q', 0)).toBe('> q\n')
  })
})
