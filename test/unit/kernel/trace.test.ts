import { traceparentOf } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { traceIdOf } from '../../../layers/kernel/src/trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('trace of a request', () => {
  it("the caller's trace is used (W3C Trace Context 3.2)", () => {
    expect(traceIdOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'r')).toBe(TRACE)
  })

  it("X-Ray's trace is used without the caller's", () => {
    const headers = { 'x-amzn-trace-id': 'Self=1-a;Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1' }
    expect(traceIdOf(headers, 'r')).toBe('5759e988bd862e3fe1be46a994272793')
  })

  it('a later version may have further parts', () => {
    expect(traceIdOf({ traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` }, 'r')).toBe(TRACE)
  })

  it.each([
    '',
    'x',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
    `00-${TRACE}-00f067aa0ba902b7-011`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  ])('the trace derives from the request id for the header %j', (traceparent) => {
    const id = traceIdOf({ traceparent }, 'request-1')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect([traceIdOf({}, 'request-1'), traceIdOf({}, 'request-2') === id]).toEqual([id, false])
  })

  it('outgoing headers continue the trace with a new parent', () => {
    const first = traceparentOf(TRACE)
    const second = traceparentOf(TRACE)
    expect([traceIdOf({ traceparent: first }, 'r'), first === second]).toEqual([TRACE, false])
  })
})
