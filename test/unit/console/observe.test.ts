import { describe, expect, it } from 'vitest'
import { clockOf, microsOf, percentOf, spanTime } from '../../../console/observe/amounts.ts'
import { objectiveDraftOf, objectiveOf } from '../../../console/observe/objective-draft.ts'
import { draftOf, ruleOf } from '../../../console/observe/rule-draft.ts'
import { conditionWords, minutesWords, objectiveWords } from '../../../console/observe/rule-words.ts'
import { sparklinePoints } from '../../../console/observe/sparkline-points.ts'
import { jobsOf, reasonOf } from '../../../console/observe/trace-links.ts'
import { type Span, type TraceLog, totalMsOf, waterfallRows } from '../../../console/observe/waterfall-rows.ts'

const START_MS = Date.parse('2026-11-27T12:00:00.000Z')
const timeAt = (ms: number): string => new Date(START_MS + ms).toISOString()

const span = (id: string, parent: string | null, start: number, ms: number, changes: Partial<Span> = {}): Span => ({
  span_id: id,
  trace_id: 't',
  parent_span_id: parent,
  operation: id,
  service: 'shop',
  duration_ms: ms,
  start_time: timeAt(start),
  end_time: timeAt(start + ms),
  status: 'ok',
  attributes: {},
  events: [],
  ...changes,
})

const log = (message: string, ms: number, span_id: string | null): TraceLog => ({
  id: message,
  level: 'info',
  message,
  ts: timeAt(ms),
  error: null,
  span_id,
  context: {},
  metadata: {},
})

const rowsOf = (spans: readonly Span[], logs: readonly TraceLog[] = []) =>
  waterfallRows({ spans, logs }).map((row) => [row.kind === 'span' ? row.span.span_id : row.log.message, row.depth])

describe('waterfallRows', () => {
  it('places each span below its parent, siblings by start time', () => {
    const spans = [span('late', 'root', 50, 10), span('root', null, 0, 100), span('early', 'root', 5, 40)]
    expect(rowsOf([...spans, span('inner', 'early', 10, 5)])).toEqual([
      ['root', 0],
      ['early', 1],
      ['inner', 2],
      ['late', 1],
    ])
  })

  it('gives each bar its offset and share of the trace', () => {
    const [root, child] = waterfallRows({
      spans: [span('root', null, 0, 200), span('child', 'root', 50, 100)],
      logs: [],
    })
    expect([root, child]).toMatchObject([
      { offset: 0, width: 1 },
      { offset: 0.25, width: 0.5 },
    ])
  })

  it('spans from the first moment to the last, including work after the root', () => {
    expect(totalMsOf({ spans: [span('root', null, 0, 100), span('later', 'root', 400, 50)], logs: [] })).toBe(450)
    expect(totalMsOf({ spans: [span('root', null, 0, 100)], logs: [log('last', 120, 'root')] })).toBe(120)
  })

  it('distinguishes spans within one millisecond', () => {
    const spans = [
      span('root', null, 0, 1),
      span('b', 'root', 0, 0.1, { start_time: '2026-11-27T12:00:00.000750Z' }),
      span('a', 'root', 0, 0.1, { start_time: '2026-11-27T12:00:00.000250Z' }),
    ]
    expect(waterfallRows({ spans, logs: [] }).map(({ offset }) => offset)).toEqual([0, 0.25, 0.75])
  })

  it('places logs by time, and logs without a span below the root', () => {
    const spans = [span('root', null, 0, 100), span('one', 'root', 10, 20), span('two', 'root', 60, 20)]
    expect(
      rowsOf(spans, [log('between', 40, null), log('within one', 15, 'one'), log('unknown span', 90, 'gone')]),
    ).toEqual([
      ['root', 0],
      ['one', 1],
      ['within one', 2],
      ['between', 1],
      ['two', 1],
      ['unknown span', 1],
    ])
  })

  it('shows orphans and cycles of parents once each', () => {
    const spans = [
      span('root', null, 0, 100),
      span('orphan', 'lost', 20, 10),
      span('x', 'y', 30, 5),
      span('y', 'x', 40, 5),
    ]
    const rows = waterfallRows({ spans, logs: [] })
    expect(rowsOf(spans)).toEqual([
      ['root', 0],
      ['orphan', 0],
      ['x', 0],
      ['y', 1],
    ])
    expect(rows.flatMap((row) => (row.kind === 'span' && row.isOrphan ? [row.span.span_id] : []))).toEqual([
      'orphan',
      'x',
    ])
  })

  it('lays out thousands of nested spans', () => {
    const spans = Array.from({ length: 5_000 }, (_, n) => span(`s${n}`, n === 0 ? null : `s${n - 1}`, n, 5_000 - n))
    const rows = waterfallRows({ spans, logs: [] })
    expect([rows.length, rows.at(-1)?.depth]).toEqual([5_000, 4_999])
  })

  it('the waterfall is empty for a trace without stored spans', () => {
    expect(waterfallRows({ spans: [], logs: [] })).toEqual([])
  })
})

describe('amounts', () => {
  it.each([
    [0, '0 ms'],
    [0.0004, '1 µs'],
    [0.085, '85 µs'],
    [1.44, '1.4 ms'],
    [7, '7 ms'],
    [850.4, '850 ms'],
    [4_200, '4.2 s'],
    [185_000, '3 min 5 s'],
  ])('formats %s ms', (ms, words) => {
    expect(spanTime(ms)).toBe(words)
  })

  it('distinguish shares near 0 % and 100 %', () => {
    expect([0, 0.02, 0.5, 0.999, 0.99999, 0.0004, 1].map(percentOf)).toEqual([
      '0%',
      '2%',
      '50%',
      '99.9%',
      '99.999%',
      '0.04%',
      '100%',
    ])
  })

  it('include milliseconds in times, and parse microseconds', () => {
    expect(clockOf('2026-11-27T13:05:09.120456Z')).toBe('13:05:09.120')
    expect(microsOf('2026-11-27T12:00:00.000250Z') - START_MS * 1_000).toBe(250)
    expect(microsOf('2026-11-27T12:00:00.001Z') - START_MS * 1_000).toBe(1_000)
  })
})

describe('sparklinePoints', () => {
  it('places the largest count at the top, zero at the bottom, from edge to edge', () => {
    expect(sparklinePoints([{ traces: 0 }, { traces: 10 }, { traces: 5 }])).toBe('0.0,23.0 60.0,1.0 120.0,12.0')
  })

  it('the sparkline is flat without traces, and a point for one part', () => {
    expect(sparklinePoints([{ traces: 0 }, { traces: 0 }])).toBe('0.0,23.0 120.0,23.0')
    expect(sparklinePoints([{ traces: 3 }])).toBe('0.0,1.0')
  })
})

describe('trace links', () => {
  const JOB = '0198f5d2-7c1e-7000-8000-0000000000aa'

  it('list each image job of an attribute once', () => {
    const attributeSets = [
      { job_id: JOB },
      { 'signet.job_id': JOB },
      { job_id: 'not-one' },
      { other_job_identity: JOB },
    ]
    expect(jobsOf(attributeSets.map((attributes) => ({ attributes })))).toEqual([JOB])
  })

  it('give the reason of a failed span: its status message or exception', () => {
    const failed = { status: 'error', attributes: {}, events: [] } as const
    const events = [{ name: 'exception', time: timeAt(0), attributes: { 'exception.message': 'no stock' } }]
    expect(reasonOf({ ...failed, attributes: { 'error.message': 'card declined' } })).toBe('card declined')
    expect(reasonOf({ ...failed, events })).toBe('no stock')
    expect(reasonOf({ ...failed, status: 'ok', events })).toBeUndefined()
    expect(reasonOf(failed)).toBeUndefined()
  })
})

describe('rules and objectives', () => {
  it.each([
    [
      { kind: 'error_rate', worker: '*', threshold: 0.07, window_minutes: 10, min_count: 20 },
      /7% .* any worker fail within 10 min/,
    ],
    [
      { kind: 'p95', worker: 'shop', threshold_ms: 250, window_minutes: 60, min_count: 1 },
      /of shop is above 250 ms over 1 hour/,
    ],
    [{ kind: 'silence', worker: 'shop', minutes: 120 }, /No data from shop for more than 2 hours/],
    [
      { kind: 'burn', slo_id: 'a1', factor: 14.4, long_minutes: 60, short_minutes: 5, min_count: 1 },
      /burn rate of named a1 is above 14.4 over/,
    ],
  ] as const)('send the edited values: %s', (condition, words) => {
    const rule = {
      id: '1',
      name: 'r',
      condition,
      severity: 'page',
      for_minutes: 2,
      clear_minutes: 7,
      enabled: false,
      notify: { webhook_url: 'https://hooks.example', mail: ['u1'] },
      is_within_plan: true,
      states: [],
      created_at: timeAt(0),
      updated_at: timeAt(0),
    }
    const { condition: sent, notify, severity, for_minutes, clear_minutes, enabled } = ruleOf(draftOf(rule))
    expect({ condition: sent, notify, severity, for_minutes, clear_minutes, enabled }).toEqual({
      condition,
      notify: rule.notify,
      severity: 'page',
      for_minutes: 2,
      clear_minutes: 7,
      enabled: false,
    })
    expect(conditionWords(condition, (id) => `named ${id}`)).toMatch(words)
  })

  it('have no recipients by default', () => {
    expect(ruleOf(draftOf()).notify).toEqual({ webhook_url: null, mail: null })
  })

  it('preserve the digits of an objective', () => {
    const slo = { worker: 'shop', indicator: { kind: 'latency', threshold_ms: 300 }, window_days: 7 } as const
    const storedObjective = {
      ...slo,
      id: '1',
      name: 'fast',
      objective: 0.99999,
      created_at: timeAt(0),
      updated_at: timeAt(0),
    }
    expect(objectiveOf(objectiveDraftOf(storedObjective))).toEqual({ ...slo, objective: 0.99999 })
    expect(objectiveOf(objectiveDraftOf({ ...storedObjective, objective: 0.999 })).objective).toBe(0.999)
    expect(objectiveWords(storedObjective)).toBe('99.999% of the traces of shop take at most 300 ms over 7 days')
  })

  it('format minutes in words', () => {
    expect([1, 5, 60, 90, 360].map(minutesWords)).toEqual(['1 minute', '5 minutes', '1 hour', '90 minutes', '6 hours'])
  })
})
