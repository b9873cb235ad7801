import { judgeDoubleClicks } from './double-clicks.ts'
import { judgeFailures } from './failures.ts'
import { judgeInterruptions } from './interruptions.ts'
import { judgeMarkup } from './markup.ts'
import { type Bench, visit } from './visit.ts'

/** Failures, interruptions and attacks. */
export const judgeTrouble = async (bench: Bench): Promise<string> => {
  const failures = await visit(bench, 'failures', (session) => judgeFailures(session, bench))
  const interruptions = await visit(bench, 'interruptions', (session) => judgeInterruptions(session))
  let buttons = 0
  await visit(bench, 'double-clicks', async (session) => {
    buttons = await judgeDoubleClicks(session, bench)
  })
  let fields = 0
  await visit(bench, 'markup', async (session) => {
    fields = await judgeMarkup(session, bench)
  })
  const looked = failures.inspector.viewCount + interruptions.inspector.viewCount
  return `no findings in ${looked} views of failed requests; ${buttons} buttons double-clicked without a duplicate request; markup shown as text in ${fields} fields`
}
