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
  const round = (invoke: () => Promise<unknown>) => async () => {
    lines.length = 0
    for (let i = 0; i < INVOCATIONS; i++) await onTrail(IDS, invoke)
  }
  const bare = round(work)
  const spans = round(() => spanned(log, { kind: 'consumer', parent: undefined }, work))
  await bare()
  await spans()
  const pairs: { readonly with: number; readonly without: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    progress(`spans: round ${i + 1} of ${ROUNDS}`)
    pairs.push({ without: (await costOf(bare)).ms, with: (await costOf(spans)).ms })
  }
  const micros = (ms: number) => (ms * 1_000) / INVOCATIONS
  return [
    {
      bench: 'an invocation that ends with its span, against one without',
      ours: micros(median(pairs.map((pair) => pair.with))),
      rival: micros(median(pairs.map(({ without }) => without))),
      unit: 'µs',
      ratio: median(pairs.map((pair) => pair.with / pair.without)),
      note: 'of the line alone: no invocation of Lambda takes less than a millisecond',
    },
  ]
}
