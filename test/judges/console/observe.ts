import type { Locator, Page } from 'playwright-core'
import { advanceClock } from './control.ts'
import { keyboard } from './keys.ts'
import { checkFailedJob, followJob, generateWithWebhook, type InspectView, tab } from './observe-own.ts'
import { LARGE_SPANS, REASON, type SentTelemetry, sendTelemetry } from './observe-sent.ts'
import { type Bench, signInAs, signUp, switchToPersonal, type Visit, visit } from './visit.ts'

/** Maximum time to show a trace of a thousand spans, and for a key press in it, on a shared machine. */
const LARGE_MS = 3_000
const KEY_MS = 200

/** A well-formed ID of no job. */
const UNKNOWN_JOB = '0198f5d2-7c1e-7000-8000-0000000000aa'

const rowOf = (page: Page, table: string, text: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

/** Without telemetry, the page shows how to send the first span. */
const checkEmptyState = async ({ page, hands }: Visit, inspectView: InspectView): Promise<void> => {
  await page.getByText('Your workers appear here.').waitFor()
  await hands.press(page.getByRole('tab', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await page.getByText('OTEL_EXPORTER_OTLP_ENDPOINT').first().waitFor()
  await inspectView('empty')
}

const checkWorkers = async (
  { page, home, hands }: Visit,
  { worker }: SentTelemetry,
  inspectView: InspectView,
): Promise<void> => {
  await page.goto(`${home}/observe?range=1h`)
  const row = rowOf(page, 'Workers', worker)
  await row.getByText('±2%').waitFor()
  await row.getByRole('img', { name: /^At most \d+ traces? in each of \d+ parts/ }).waitFor()
  await row.getByRole('progressbar', { name: `Events of ${worker} today` }).waitFor()
  await inspectView('workers')
  await hands.press(row.getByRole('link', { name: worker }))
  await page.waitForURL(new RegExp(`worker=${worker}`))
  await hands.choose(page.getByLabel('Outcome'), 'error')
  // Every eighth of the 24 ordinary traces, and the failed checkout.
  await page.getByText('4 traces', { exact: true }).waitFor()
  await inspectView('traces')
}

/** By keyboard: moves to the failed span, opens it and reads the reason. Escape returns to its row. */
const openFailedSpan = async (
  session: Visit,
  { failed }: SentTelemetry,
  inspectView: InspectView,
  job: string,
): Promise<void> => {
  const { page, home } = session
  await page.goto(`${home}/observe/traces/${failed}`)
  const rowWith = (text: string): Locator => page.getByRole('treeitem').filter({ hasText: text })
  await rowWith('(parent missing)').waitFor()
  await page.getByRole('treeitem').first().focus()
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
  if (!/Failed .*charge the card/.test(focused)) throw new Error(`Two lines down is “${focused}”`)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Span' })
  await panel.getByText(REASON).first().waitFor()
  await panel.getByText('visa').waitFor()
  const rowTexts = await page.getByRole('treeitem').allInnerTexts()
  const [card, log] = ['charge the card', 'payment failed'].map((text) =>
    rowTexts.findIndex((each) => each.includes(text)),
  )
  if (log !== (card ?? 0) + 1) throw new Error(`The log is at line ${log}, its span at ${card}`)
  await inspectView('trace')
  await page.getByRole('link', { name: job.slice(0, 8) }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

/** Shows a thousand spans, with immediate keyboard navigation. */
const measureLargeTrace = async (
  { page, home }: Visit,
  { large, worker }: SentTelemetry,
): Promise<{ readonly renderMs: number; readonly keyMs: number }> => {
  await page.goto(`${home}/observe/traces?worker=${worker}&range=1h`)
  const link = page.locator(`a[href="/observe/traces/${large}"]`)
  await link.waitFor()
  const began = Date.now()
  await link.click()
  await page
    .getByRole('treeitem')
    .nth(LARGE_SPANS - 1)
    .waitFor({ state: 'attached' })
  const renderMs = Date.now() - began
  await page.getByRole('treeitem').first().focus()
  const keyMs = await page.evaluate(async () => {
    const from = performance.now()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  })
  const isLastFocused = await page.evaluate(
    () => document.activeElement === document.querySelector('[role=tree] > :last-child'),
  )
  if (!isLastFocused) throw new Error('End does not go to the last line')
  if (renderMs > LARGE_MS)
    throw new Error(`${LARGE_SPANS} spans are shown in ${renderMs} ms; the maximum is ${LARGE_MS}`)
  if (keyMs > KEY_MS)
    throw new Error(`A key in ${LARGE_SPANS} spans takes ${Math.round(keyMs)} ms; the maximum is ${KEY_MS}`)
  return { renderMs, keyMs: Math.round(keyMs) }
}

const createObjective = async (
  { page, hands, home }: Visit,
  { worker }: SentTelemetry,
  inspectView: InspectView,
): Promise<string> => {
  const name = `up ${worker}`
  await page.goto(`${home}/observe/alerts/objectives/new`)
  await hands.write(page.getByLabel('Name', { exact: true }), name)
  await hands.choose(page.getByLabel('Worker', { exact: true }), worker)
  await hands.write(page.getByLabel('Target (% of traces)'), '101')
  await hands.press(page.getByRole('button', { name: 'Create objective' }))
  await page.getByRole('alert').first().waitFor()
  await inspectView('objective-refused')
  await hands.write(page.getByLabel('Target (% of traces)'), '75')
  await hands.press(page.getByRole('button', { name: 'Create objective' }))
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('progressbar', { name: 'Error budget' }).waitFor()
  await page.getByText(/traces left, .* of the budget/).waitFor()
  await inspectView('objective')
  return name
}

const createRule = async (
  { page, hands, home }: Visit,
  { worker }: SentTelemetry,
  inspectView: InspectView,
): Promise<string> => {
  const name = `failures of ${worker}`
  await page.goto(`${home}/observe/alerts/rules/new`)
  await hands.write(page.getByLabel('Name', { exact: true }), name)
  await hands.choose(page.getByLabel('Worker', { exact: true }), worker)
  await hands.write(page.getByLabel('Evaluation window (minutes)'), '7')
  await hands.press(page.getByRole('button', { name: 'Create rule' }))
  await page.getByRole('alert').first().waitFor()
  await inspectView('rule-refused')
  await hands.write(page.getByLabel('Evaluation window (minutes)'), '60')
  await hands.press(page.getByRole('button', { name: 'Create rule' }))
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await inspectView('rule')
  return name
}

/** The rule fires at its next evaluation, and its incident is resolved when the rule is deleted. */
const checkIncident = async (
  session: Visit,
  { system }: Bench,
  rule: string,
  inspectView: InspectView,
): Promise<void> => {
  const { page, home, hands } = session
  await advanceClock(system, 2)
  await page.goto(`${home}/observe/alerts?status=firing`)
  await rowOf(page, 'Incidents', rule).getByText('Firing').waitFor()
  await rowOf(page, 'Incidents', 'disk is full').first().waitFor()
  await inspectView('incidents')
  await hands.press(tab(page, 'Alerts', 'Rules'))
  await hands.press(page.getByRole('link', { name: rule, exact: true }))
  await page.getByRole('table', { name: 'Status by worker' }).getByText('Firing').waitFor()
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await hands.press(page.getByRole('button', { name: 'Delete rule' }))
  await page.waitForURL(/\/observe\/alerts\/rules$/)
}

const removeWorker = async (
  { page, home, hands }: Visit,
  { worker }: SentTelemetry,
  inspectView: InspectView,
): Promise<void> => {
  await page.goto(`${home}/observe`)
  await hands.press(page.getByRole('button', { name: `Remove ${worker}…` }))
  await inspectView('remove')
  await hands.write(page.getByLabel(`Type “${worker}” to confirm`), worker)
  await hands.press(page.getByRole('button', { name: 'Remove worker' }))
  await rowOf(page, 'Workers', worker).waitFor({ state: 'detached' })
}

/** Telemetry of workers and of Signet itself, from the job to its webhook or its failure. */
export const judgeObserve = async (bench: Bench): Promise<string> => {
  let times: { readonly renderMs: number; readonly keyMs: number } | undefined
  const { inspector } = await visit(bench, 'observe', async (session) => {
    const { page, home, watch } = session
    const inspectView: InspectView = (name) => session.inspector.inspectEverywhere(page, name)
    watch.expectProblems(/status of (400|409)/, 'an invalid rule and an invalid objective')
    await signInAs(session, bench.system, 'pro')
    await page.goto(`${home}/observe`)
    await switchToPersonal(page)
    const job = await generateWithWebhook(page)
    const sent = await sendTelemetry(page, job)
    await checkWorkers(session, sent, inspectView)
    await openFailedSpan(session, sent, inspectView, job)
    times = await measureLargeTrace(session, sent)
    await createObjective(session, sent, inspectView)
    await checkIncident(session, bench, await createRule(session, sent, inspectView), inspectView)
    await page.goto(`${home}/observe/logs?worker=${sent.worker}`)
    await rowOf(page, 'Logs', 'the pool is nearly empty').getByText('left=2').waitFor()
    await inspectView('logs')
    await followJob(session, job, inspectView)
    await checkFailedJob(session, bench, inspectView)
    await removeWorker(session, sent, inspectView)
  })
  await visit(
    bench,
    'observe-keyboard',
    async (session) => {
      await signUp(session, '/observe', 'Otto')
      await checkEmptyState(session, (name) => session.inspector.inspectOnce(session.page, name))
      const sent = await sendTelemetry(session.page, UNKNOWN_JOB)
      await checkWorkers(session, sent, (name) => session.inspector.inspectOnce(session.page, name))
      await removeWorker(session, sent, (name) => session.inspector.inspectOnce(session.page, name))
    },
    {},
    keyboard,
  )
  return `traces with a failed span, of a job with its webhook, and of a failed job; ${LARGE_SPANS} spans rendered in ${times?.renderMs} ms, a key press handled in ${times?.keyMs} ms; no findings in ${inspector.viewCount} views`
}
