import { startIngest } from '../../support/ingest-receiver.ts'
import { startReceiver } from '../../support/receiver.ts'
import { advanceClock, breakNextJob, sleepFor } from './control.ts'
import { goTo } from './developer.ts'
import { createMonitor, waitForJob } from './seed.ts'
import { type Bench, requestAs, signInAs, type Visit } from './visit.ts'

/** The interval of mention cycles, and the minutes over which cycles are spread. */
const CYCLE_MINUTES = 15
const SPREAD_MINUTES = 6
/** Batches expire after a day and are stored for four. */
const LONGER_THAN_A_DAY_MINUTES = 32 * 60

/** A failed job: its page shows the reason, the refund and the webhook attempts. */
const checkFailedJob = async ({ page, home, hands, inspector }: Visit, { system }: Bench): Promise<void> => {
  const receiver = await startReceiver(() => ({ status: 500 }))
  try {
    await page.goto(`${home}/images`)
    await breakNextJob(system)
    const prompt = `a job that fails ${Date.now().toString(36)}`
    const body = { prompt, quality_tier: 'draft', sync: false, webhook_url: receiver.url }
    const { job_id: id } = await requestAs<{ job_id: string }>(page, 'POST', '/_api/images/v2/generate', body)
    if ((await waitForJob(page, id)) !== 'failed') throw new Error('The failing job has not failed')
    await receiver.until(1)
    await page.goto(home)
    await page.getByText(/recent images? failed/).waitFor()
    await inspector.inspectOnce(page, 'overview')
    await hands.press(page.getByRole('link', { name: 'View failed images' }).first())
    await hands.press(page.getByRole('link', { name: prompt }))
    await page
      .getByText(/refunded/i)
      .first()
      .waitFor()
    const webhook = page.locator('.card').filter({ hasText: receiver.url })
    await webhook.getByText('Status 500').first().waitFor()
    await inspector.inspectOnce(page, 'failed-job')
  } finally {
    await receiver.close()
  }
}

/** An endpoint rejects batches for a day: they fail, are resent, and arrive. */
const resendFailedBatches = async ({ page, home, hands, inspector }: Visit, { system }: Bench): Promise<void> => {
  const endpoint = await startIngest(503)
  try {
    const name = `dead-${Date.now().toString(36)}`
    await createMonitor(page, name, endpoint.url)
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
    await inspector.inspectOnce(page, 'dead')
    endpoint.answer.status = 204
    const batchCount = endpoint.batches().length
    await hands.press(page.getByRole('button', { name: 'Resend failed batches' }))
    await page.getByText(/retried for up to 24 hours/).waitFor()
    await advanceClock(system, CYCLE_MINUTES + SPREAD_MINUTES)
    if (endpoint.batches().length === batchCount)
      throw new Error('No batch has arrived after the failed batches were resent')
    await page.reload()
    await page.getByRole('heading', { name: 'Cycles' }).waitFor()
    await page.getByText('Accepting batches').waitFor()
    await page.getByRole('heading', { name: 'Undelivered batches' }).waitFor({ state: 'detached' })
    await inspector.inspectOnce(page, 'delivered')
    await requestAs(page, 'DELETE', `/api/sentiment/monitors/${name}`)
  } finally {
    await endpoint.close()
  }
}

/** An operator finds out why a job failed, and resends failed batches of mentions. */
export const operator = async (session: Visit, bench: Bench): Promise<void> => {
  await signInAs(session, bench.system, 'pro')
  await checkFailedJob(session, bench)
  await goTo(session, 'Mentions')
  await resendFailedBatches(session, bench)
}
