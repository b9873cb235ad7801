import { createLog } from '../../layers/kernel/src/log.ts'
import { spanned } from '../../layers/kernel/src/span.ts'
import { onTrail } from '../../layers/kernel/src/trail.ts'
import { costOf, median, type Progress, type Row } from './measure.ts'

/** Invocations per round; pairs of rounds. */
const INVOCATIONS = 20_000
const ROUNDS = 9

const IDS = { requestId: 'run', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', tenant_id: 'acme', job_id: 'job' }

/** Measures a worker that parses its message and writes one line, with and without its span. */
export const spanBench = async (progress: Progress): Promise<Row[]> => {
  const lines: string[] = []
  const log = createLog({ write: (line) => lines.push(line) })
  const body = JSON.stringify({ tenantId: 'acme', jobId: 'job', more: 'x'.repeat(200) })
  const work = async () => log.info('done', { message: JSON.parse(body) })
  const roundOf = (invoke: () => Promise<unknown>) => async () => {
    lines.length = 0
    for (let i = 0; i < INVOCATIONS; i++) await onTrail(IDS, invoke)
  }
  const runWithoutSpan = roundOf(work)
  const runWithSpan = roundOf(() => spanned(log, { kind: 'consumer', parent: undefined }, work))
  await runWithoutSpan()
  await runWithSpan()
  const pairs: { readonly withSpan: number; readonly withoutSpan: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    progress(`spans: round ${i + 1} of ${ROUNDS}`)
    pairs.push({ withoutSpan: (await costOf(runWithoutSpan)).ms, withSpan: (await costOf(runWithSpan)).ms })
  }
  const micros = (ms: number) => (ms * 1_000) / INVOCATIONS
  return [
    {
      bench: 'an invocation that logs its span, against one that does not',
      ours: micros(median(pairs.map((pair) => pair.withSpan))),
      rival: micros(median(pairs.map(({ withoutSpan }) => withoutSpan))),
      unit: 'µs',
      ratio: median(pairs.map((pair) => pair.withSpan / pair.withoutSpan)),
      note: 'cost of the log line alone; every Lambda invocation takes more than a millisecond',
    },
  ]
}
