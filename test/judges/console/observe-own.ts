import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { startReceiver } from '../../support/receiver.ts'
import { breakNextJob } from './control.ts'
import { waitForJob } from './seed.ts'
import { type Bench, requestAs, type Visit } from './visit.ts'

const TRACE_TIMEOUT_MS = 60_000

export type InspectView = (name: string) => Promise<void>

export const tab = (page: Page, list: string, name: string): Locator =>
  page.getByRole('navigation', { name: list }).getByRole('link', { name, exact: true })

/** Generates an image with a webhook and waits for the delivery. @returns the job ID */
export const generateWithWebhook = async (page: Page): Promise<string> => {
  const receiver = await startReceiver(() => ({ status: 200 }))
  try {
    const body = { prompt: 'a buoy in fog', quality_tier: 'draft', sync: false, webhook_url: receiver.url }
    const { job_id: id } = await requestAs<{ job_id: string }>(page, 'POST', '/_api/images/v2/generate', body)
    await waitForJob(page, id)
    await receiver.until(1)
    return id
  } finally {
    await receiver.close()
  }
}

const operationsOf = async (page: Page, trace: string): Promise<readonly string[]> => {
  const { spans } = await requestAs<{ spans: readonly { operation: string }[] }>(
    page,
    'GET',
    `/api/observe/internal/traces/${trace}`,
  )
  return spans.map(({ operation }) => operation)
}

/** Waits for a stored span of this name. @returns the trace of the job */
const traceOfJob = async (page: Page, job: string, span: string): Promise<string> => {
  for (const until = Date.now() + TRACE_TIMEOUT_MS; Date.now() < until; await sleep(500)) {
    const { traces } = await requestAs<{ traces: readonly { trace_id: string }[] }>(
      page,
      'GET',
      `/api/observe/internal/traces?about=${job}`,
    )
    for (const { trace_id: id } of traces) if ((await operationsOf(page, id)).some((name) => name === span)) return id
  }
  throw new Error(`No trace of the job ${job} has a span ${span}`)
}

/** An operator follows a job from its page to its trace, to the webhook call, and back. */
export const followJob = async ({ page, home, hands }: Visit, job: string, inspectView: InspectView): Promise<void> => {
  const trace = await traceOfJob(page, job, 'webhook')
  await page.goto(`${home}/images/${job}`)
  await page.locator(`a[href="/observe/signet/${trace}"]`).waitFor()
  await page.goto(`${home}/observe`)
  await hands.press(tab(page, 'Observe', 'Signet telemetry'))
  await hands.write(page.getByLabel('Request, job or trace ID'), job)
  await hands.press(page.getByRole('button', { name: 'Search', exact: true }))
  const traceLink = page.locator(`a[href="/observe/signet/${trace}"]`).first()
  await traceLink.waitFor()
  await inspectView('signet')
  await hands.press(traceLink)
  await page.getByRole('treeitem').filter({ hasText: 'webhook' }).first().waitFor()
  await inspectView('signet-trace')
  await hands.press(page.getByRole('link', { name: job.slice(0, 8) }))
  await page.waitForURL(new RegExp(`/images/${job}$`))
}

/** A job whose worker crashes: an operator opens its trace and the failed span, and reads the reason. */
export const checkFailedJob = async (
  { page, home }: Visit,
  { system }: Bench,
  inspectView: InspectView,
): Promise<void> => {
  await breakNextJob(system)
  const body = { prompt: 'a buoy that sinks', quality_tier: 'draft', sync: false }
  const { job_id: job } = await requestAs<{ job_id: string }>(page, 'POST', '/_api/images/v2/generate', body)
  if ((await waitForJob(page, job)) !== 'failed') throw new Error(`The job ${job} of a crashed worker has not failed`)
  const trace = await traceOfJob(page, job, 'job_failed')
  await page.goto(`${home}/images/${job}`)
  await page.locator(`a[href="/observe/signet/${trace}"]`).click()
  await page.getByRole('treeitem').filter({ hasText: 'job_failed' }).click()
  const panel = page.getByRole('complementary', { name: 'Span' })
  await panel
    .getByText(/internal: Runtime\.ExitError/)
    .first()
    .waitFor()
  await inspectView('signet-failed')
}
