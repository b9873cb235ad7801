import { verifyReceipt } from '@signet/receipts'
import { type Golden, goldenReceipts, keyRecord } from '../unit/receipts/golden/golden-receipts.ts'
import { fullRead, pageHtml } from '../unit/trust/full-page.ts'
import type { Progress, Row } from './measure.ts'

const PAGES = 500
const WARM_UP_PAGES = 50
/** Maximum CPU milliseconds of a page at the 95th percentile. */
const BOUND_MS = 20

/** Returns the 95th percentile of the CPU times in milliseconds. */
const p95 = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let nth = 0; nth < PAGES + WARM_UP_PAGES; nth++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    if (nth >= WARM_UP_PAGES) times.push((user + system) / 1_000)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(PAGES * 0.95)] ?? Number.NaN
}

/**
 * Renders a page of twenty subprocessors and twenty documents and checks a receipt, as each page does, against the
 * bound.
 */
export const trustPagesBench = async (say: Progress): Promise<Row[]> => {
  say('rendering pages')
  const pageRead = fullRead()
  const [{ envelope, shown } = {} as Golden] = await goldenReceipts()
  const ours = await p95(async () => {
    await verifyReceipt({ envelope, ...shown, proof: 'pending', keys: [keyRecord()], logKeys: [] })
    return pageHtml(pageRead)
  })
  return [
    {
      bench: 'a full trust page verified and rendered, p95',
      ours,
      rival: BOUND_MS,
      unit: 'ms CPU',
      ratio: ours / BOUND_MS,
      budget: { atMost: 1 },
      note: `${Buffer.byteLength(pageHtml(pageRead))} bytes`,
    },
  ]
}
