import { startIngest } from '../../support/ingest-receiver.ts'
import { startReceiver } from '../../support/receiver.ts'
import { advanceClock, breakNextJob, sleepFor } from './control.ts'
import { goTo } from './developer.ts'
import { endOfJob, makeMonitor } from './seed.ts'
import { askAs, type Bench, enterAs, type Visit } from './visit.ts'

/** The interval of mention cycles, and the minutes over which cycles are spread. */
const CYCLE_MINUTES = 15
const SPREAD_MINUTES = 6
/** Batches expire after a day and are stored for four. */
const LONGER_THAN_A_DAY_MINUTES = 32 * 60

/** A failed job: its page shows the reason, the refund and the webhook attempts. */
const findsFailedJob = async ({ page, home, hands, look }: Visit, { system }: Bench): Promise<void> => {
  const receiver = await startReceiver(() => ({ status: 500 }))
  try {
    await page.goto(`${home}/images`)
    await breakNextJob(system)
    const prompt = `a job that fails ${Date.now().toString(36)}`
    const body = { prompt, quality_tier: 'draft', sync: false, webhook_url: receiver.url }
    const { job_id: id } = await askAs<{ job_id: string }>(page, 'POST', '/_api/images/v2/generate', body)
    if ((await endOfJob(page, id)) !== 'failed') throw new Error('The failing job has not failed')
    await receiver.until(1)
    await page.goto(home)
    await page.getByText(/recent images failed/).waitFor()
    await look.now(page, 'overview')
    await hands.press(page.getByRole('link', { name: 'View failed images' }).first())
    await hands.press(page.getByRole('link', { name: prompt }))
    await page
      .getByText(/refunded/i)
      .first()
      .waitFor()
    const webhook = page.locator('.card').filter({ hasText: receiver.url })
    await webhook.getByText('Status 500').first().waitFor()
    await look.now(page, 'failed-job')
  } finally {
    await receiver.close()
  }
}

/** An endpoint refuses batches for a day: they are dead, are sent again, and arrive. */
const redrivesBatches = async ({ page, home, hands, look }: Visit, { system }: Bench): Promise<void> => {
  const endpoint = await startIngest(503)
  try {
    const name = `dead-${Date.now().toString(36)}`
    await makeMonitor(page, name, endpoint.url)
    await advanceClock(system, 3 * CYCLE_MINUTES + SPREAD_MINUTES)
    await page.goto(`${home}/mentions/${name}`)
    await page.getByRole('heading', { name: 'Undelivered batches' }).waitFor()
    await page.getByText('Pending').first().waitFor()
    // Paused for the day, because its cycles would add nothing.
    await hands.press(page.getByRole('button', { name: 'Pause' }))
    await page.getByText('Paused').waitFor()
    await sleepFor(system, LONGER_THAN_A_DAY_MINUTES)
    await hands.press(page.getByRole('button', { name: 'Resume' }))
    await page.getByText('Active', { exact: true }).waitFor()
    await advanceClock(system, 1)
    await page.reload()
    await page.getByRole('table', { name: 'Batches' }).getByText('Failed', { exact: true }).first().waitFor()
    await look.now(page, 'dead')
    endpoint.answer.status = 204
    const before = endpoint.batches().length
    await hands.press(page.getByRole('button', { name: 'Resend failed batches' }))
    await page.getByText(/retried for up to 24 hours/).waitFor()
    await advanceClock(system, CYCLE_MINUTES + SPREAD_MINUTES)
    if (endpoint.batches().length === before)
      throw new Error('No batch has arrived after the failed batches were resent')
    await page.reload()
    await page.getByRole('heading', { name: 'Cycles' }).waitFor()
    await page.getByText('Accepting batches').waitFor()
    await page.getByRole('heading', { name: 'Undelivered batches' }).waitFor({ state: 'detached' })
    await look.now(page, 'delivered')
    await askAs(page, 'DELETE', `/api/sentiment/monitors/${name}`)
  } finally {
    await endpoint.close()
  }
}

/** An operator finds out why a job failed, and sends dead batches of mentions again. */
export const operator = async (seen: Visit, bench: Bench): Promise<void> => {
  await enterAs(seen, bench.system, 'pro')
  await findsFailedJob(seen, bench)
  await goTo(seen, 'Mentions')
  await redrivesBatches(seen, bench)
}
