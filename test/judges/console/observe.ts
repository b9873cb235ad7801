import type { Locator, Page } from 'playwright-core'
import { advanceClock } from './control.ts'
import { keyboard } from './keys.ts'
import { followsJob, generatesWithWebhook, type LookAt, readsFailure, tab } from './observe-own.ts'
import { LARGE_SPANS, REASON, type Sent, sendTelemetry } from './observe-sent.ts'
import { actForOneself, type Bench, enterAs, enterAsNewcomer, type Visit, visit } from './visit.ts'

/** Maximum time to show a trace of a thousand spans, and for a key press in it, on a shared machine. */
const LARGE_MS = 3_000
const KEY_MS = 200

const rowOf = (page: Page, table: string, text: string): Locator =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

/** Without telemetry, the page shows how to send the first span. */
const isEmpty = async ({ page, hands }: Visit, lookAt: LookAt): Promise<void> => {
  await page.getByText('No worker has sent anything yet').waitFor()
  await hands.press(page.getByRole('tab', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await page.getByText('OTEL_EXPORTER_OTLP_ENDPOINT').first().waitFor()
  await lookAt('empty')
}

const seesWorkers = async ({ page, home, hands }: Visit, { worker }: Sent, lookAt: LookAt): Promise<void> => {
  await page.goto(`${home}/observe?range=1h`)
  const row = rowOf(page, 'Workers', worker)
  await row.getByText('±2 %').waitFor()
  await row.getByRole('img', { name: /^At most \d+ traces? in each of \d+ parts/ }).waitFor()
  await row.getByRole('progressbar', { name: `Events of ${worker} today` }).waitFor()
  await lookAt('workers')
  await hands.press(row.getByRole('link', { name: worker }))
  await page.waitForURL(new RegExp(`worker=${worker}`))
  await hands.choose(page.getByLabel('Outcome'), 'error')
  await page.getByText('4 traces', { exact: true }).waitFor()
  await lookAt('traces')
}

/** By keyboard: moves to the failed span, opens it and reads the reason. Escape returns to its row. */
const readsReason = async (seen: Visit, { failed }: Sent, lookAt: LookAt, job: string): Promise<void> => {
  const { page, home } = seen
  await page.goto(`${home}/observe/traces/${failed}`)
  const line = (text: string): Locator => page.getByRole('treeitem').filter({ hasText: text })
  await line('(parent missing)').waitFor()
  await page.getByRole('treeitem').first().focus()
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown')
  const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
  if (!/Failed .*charge the card/.test(focused)) throw new Error(`Two lines down is “${focused}”`)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Span' })
  await panel.getByText(REASON).first().waitFor()
  await panel.getByText('visa').waitFor()
  const order = await page.getByRole('treeitem').allInnerTexts()
  const [card, log] = ['charge the card', 'payment failed'].map((text) =>
    order.findIndex((each) => each.includes(text)),
  )
  if (log !== (card ?? 0) + 1) throw new Error(`The log is at line ${log}, its span at ${card}`)
  await lookAt('trace')
  await page.getByRole('link', { name: job.slice(0, 8) }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

/** Shows a thousand spans, with immediate keyboard navigation. @returns both times in milliseconds */
const walksLarge = async ({ page, home }: Visit, { large, worker }: Sent): Promise<readonly [number, number]> => {
  await page.goto(`${home}/observe/traces?worker=${worker}&range=1h`)
  const link = page.locator(`a[href="/observe/traces/${large}"]`)
  await link.waitFor()
  const began = Date.now()
  await link.click()
  await page
    .getByRole('treeitem')
    .nth(LARGE_SPANS - 1)
    .waitFor({ state: 'attached' })
  const drawn = Date.now() - began
  await page.getByRole('treeitem').first().focus()
  const key = await page.evaluate(async () => {
    const from = performance.now()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - from
  })
  const last = await page.evaluate(() => document.activeElement === document.querySelector('[role=tree] > :last-child'))
  if (!last) throw new Error('End does not go to the last line')
  if (drawn > LARGE_MS) throw new Error(`${LARGE_SPANS} spans are drawn in ${drawn} ms, and not in ${LARGE_MS}`)
  if (key > KEY_MS) throw new Error(`A key in ${LARGE_SPANS} spans takes ${Math.round(key)} ms, and not ${KEY_MS}`)
  return [drawn, Math.round(key)]
}

const makesObjective = async ({ page, hands, home }: Visit, { worker }: Sent, lookAt: LookAt): Promise<string> => {
  const name = `up ${worker}`
  await page.goto(`${home}/observe/alerts/objectives/new`)
  await hands.write(page.getByLabel('Name', { exact: true }), name)
  await hands.choose(page.getByLabel('Worker', { exact: true }), worker)
  await hands.write(page.getByLabel('Target (% of traces)'), '101')
  await hands.press(page.getByRole('button', { name: 'Create objective' }))
  await page.getByRole('alert').first().waitFor()
  await lookAt('objective-refused')
  await hands.write(page.getByLabel('Target (% of traces)'), '75')
  await hands.press(page.getByRole('button', { name: 'Create objective' }))
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('progressbar', { name: 'Error budget' }).waitFor()
  await page.getByText(/traces left, .* of the budget/).waitFor()
  await lookAt('objective')
  return name
}

const makesRule = async ({ page, hands, home }: Visit, { worker }: Sent, lookAt: LookAt): Promise<string> => {
  const name = `failures of ${worker}`
  await page.goto(`${home}/observe/alerts/rules/new`)
  await hands.write(page.getByLabel('Name', { exact: true }), name)
  await hands.choose(page.getByLabel('Worker', { exact: true }), worker)
  await hands.write(page.getByLabel('Evaluation window (minutes)'), '7')
  await hands.press(page.getByRole('button', { name: 'Create rule' }))
  await page.getByRole('alert').first().waitFor()
  await lookAt('rule-refused')
  await hands.write(page.getByLabel('Evaluation window (minutes)'), '60')
  await hands.press(page.getByRole('button', { name: 'Create rule' }))
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await lookAt('rule')
  return name
}

/** The rule fires at its next evaluation, and its incident is resolved when the rule is deleted. */
const rings = async (seen: Visit, { system }: Bench, rule: string, lookAt: LookAt): Promise<void> => {
  const { page, home, hands } = seen
  await advanceClock(system, 2)
  await page.goto(`${home}/observe/alerts?status=firing`)
  await rowOf(page, 'Incidents', rule).getByText('Firing').waitFor()
  await rowOf(page, 'Incidents', 'disk is full').first().waitFor()
  await lookAt('incidents')
  await hands.press(tab(page, 'Alerts', 'Rules'))
  await hands.press(page.getByRole('link', { name: rule, exact: true }))
  await page.getByRole('table', { name: 'Status by worker' }).getByText('Firing').waitFor()
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await hands.press(page.getByRole('button', { name: 'Delete rule' }))
  await page.waitForURL(/\/observe\/alerts\/rules$/)
}

const removesWorker = async ({ page, home, hands }: Visit, { worker }: Sent, lookAt: LookAt): Promise<void> => {
  await page.goto(`${home}/observe`)
  await hands.press(page.getByRole('button', { name: `Remove ${worker}…` }))
  await lookAt('remove')
  await hands.write(page.getByLabel(`Type “${worker}” to confirm`), worker)
  await hands.press(page.getByRole('button', { name: 'Remove worker' }))
  await rowOf(page, 'Workers', worker).waitFor({ state: 'detached' })
}

/** Telemetry of workers and of Signet itself, from the job to its webhook or its failure. */
export const judgeObserve = async (bench: Bench): Promise<string> => {
  let drawn: number | undefined
  let key: number | undefined
  const { look } = await visit(bench, 'observe', async (seen) => {
    const { page, home, watch } = seen
    const lookAt: LookAt = (name) => seen.look.all(page, name)
    watch.provokes(/status of (400|409)/, 'a rule and an objective break a rule')
    await enterAs(seen, bench.system, 'pro')
    await page.goto(`${home}/observe`)
    await actForOneself(page)
    const job = await generatesWithWebhook(page)
    const sent = await sendTelemetry(page, job)
    await seesWorkers(seen, sent, lookAt)
    await readsReason(seen, sent, lookAt, job)
    ;[drawn, key] = await walksLarge(seen, sent)
    await makesObjective(seen, sent, lookAt)
    await rings(seen, bench, await makesRule(seen, sent, lookAt), lookAt)
    await page.goto(`${home}/observe/logs?worker=${sent.worker}`)
    await rowOf(page, 'Logs', 'the pool is nearly empty').getByText('left=2').waitFor()
    await lookAt('logs')
    await followsJob(seen, job, lookAt)
    await readsFailure(seen, bench, lookAt)
    await removesWorker(seen, sent, lookAt)
  })
  await visit(
    bench,
    'observe-keyboard',
    async (seen) => {
      await enterAsNewcomer(seen, '/observe', 'Otto')
      await isEmpty(seen, (name) => seen.look.now(seen.page, name))
      const sent = await sendTelemetry(seen.page, '0198f5d2-7c1e-7000-8000-0000000000aa')
      await seesWorkers(seen, sent, (name) => seen.look.now(seen.page, name))
      await removesWorker(seen, sent, (name) => seen.look.now(seen.page, name))
    },
    {},
    keyboard,
  )
  return `a span is read to its reason, a job to its webhook and another to why it failed; ${LARGE_SPANS} spans in ${drawn} ms, a key in ${key} ms; ${look.looked} views without findings`
}
