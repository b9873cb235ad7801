import { judgeDoubleClicks } from './double-clicks.ts'
import { judgeFailures } from './failures.ts'
import { judgeInterruptions } from './interruptions.ts'
import { judgeMarkup } from './markup.ts'
import { type Bench, visit } from './visit.ts'

/** Failures, interruptions and attacks. */
export const judgeTrouble = async (bench: Bench): Promise<string> => {
  const failures = await visit(bench, 'failures', (seen) => judgeFailures(seen, bench))
  const interruptions = await visit(bench, 'interruptions', (seen) => judgeInterruptions(seen))
  let buttons = 0
  await visit(bench, 'double-clicks', async (seen) => {
    buttons = await judgeDoubleClicks(seen, bench)
  })
  let fields = 0
  await visit(bench, 'markup', async (seen) => {
    fields = await judgeMarkup(seen, bench)
  })
  const looked = failures.look.looked + interruptions.look.looked
  return `${looked} views of failures without findings, ${buttons} buttons clicked twice, markup in ${fields} fields`
}
