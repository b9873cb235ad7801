import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { generateImages } from './seed.ts'
import {
  type Bench,
  expectSignedOutRequests,
  requestAs,
  signInAs,
  switchToPersonal,
  type Visit,
  visit,
} from './visit.ts'

const RECEIPT_PATIENCE_MS = 60_000
/** The log adds receipts every minute. */
const LOG_PATIENCE_MS = 120_000

/** Waits for the receipt of an image. @returns its hash */
export const receiptOfJob = async (page: Page, job: string): Promise<string> => {
  for (const until = Date.now() + RECEIPT_PATIENCE_MS; Date.now() < until; await sleep(500)) {
    const { receipt } = await requestAs<{ receipt?: string }>(page, 'GET', `/_api/images/v2/jobs/${job}`)
    if (receipt !== undefined) return receipt
  }
  throw new Error(`The job ${job} has no receipt after ${RECEIPT_PATIENCE_MS} ms`)
}

interface DownloadedReceipt {
  readonly hash: string
  /** The downloaded kit with the opening. */
  readonly kit: Buffer
  readonly envelope: Buffer
  /** The image as delivered. */
  readonly image: Buffer
}

const downloadFile = async (page: Page, name: RegExp): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  return readFileSync(await download.path())
}

/** Returns the bytes of the image that the receipt describes. */
const imageOf = async (page: Page, job: string, hash: string): Promise<Buffer> => {
  const { text, receipt } = await page.evaluate(async (id) => {
    const response = await fetch(`/_api/images/v2/assets/${id}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return { text: btoa(text), receipt: response.headers.get('x-receipt') }
  }, job)
  if (receipt !== hash) throw new Error(`The image of ${job} names the receipt ${receipt}, and not ${hash}`)
  return Buffer.from(text, 'base64')
}

/** Opens the receipt of a job and downloads its files. */
const downloadReceipt = async ({ page, home, inspector }: Visit): Promise<DownloadedReceipt> => {
  const prompt = `a heron in the reeds, ${Date.now().toString(36)}`
  const [job = ''] = await generateImages(page, [prompt])
  const hash = await receiptOfJob(page, job)
  await page.goto(`${home}/images/${job}`)
  await page.getByRole('link', { name: hash.slice(0, 12) }).click()
  await page.getByRole('region', { name: 'Private claims' }).getByText(prompt).waitFor()
  // The page polls the log.
  await page.getByText(/^Index [\d,]+ \(from 0\) in the log of/).waitFor({ timeout: LOG_PATIENCE_MS })
  await inspector.inspectOnce(page, 'receipt')
  await page.getByLabel('Include the opening').check()
  const kit = await downloadFile(page, /^Download for offline verification/)
  const envelope = await downloadFile(page, /^Envelope/)
  return { hash, kit, envelope, image: await imageOf(page, job, hash) }
}

interface DroppedFile {
  readonly name: string
  readonly bytes: Buffer
}

const dropFiles = async (page: Page, label: string, ...files: readonly DroppedFile[]): Promise<void> => {
  const input = page.locator(`input[type=file][aria-label="${label}"]`)
  await input.setInputFiles(
    files.map(({ name, bytes }) => ({ name, buffer: bytes, mimeType: 'application/octet-stream' })),
  )
}

const dropReceipt = (page: Page, ...files: readonly DroppedFile[]) => dropFiles(page, 'Choose a receipt', ...files)

const waitForAlert = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('alert').getByText(text).waitFor()
}

/** Returns the result in the row of a check. */
const resultOf = async (page: Page, check: string): Promise<string> => {
  const row = page.getByRole('table', { name: 'Checks' }).getByRole('row').filter({ hasText: check })
  return row.getByRole('cell').first().innerText()
}

const requireResults = async (page: Page, expected: Readonly<Record<string, string>>): Promise<void> => {
  for (const [check, result] of Object.entries(expected)) {
    const found = await resultOf(page, check)
    if (found !== result) throw new Error(`${check} ${found}; expected: ${result}`)
  }
}

/** Returns the envelope with a modified body and the original signature. */
const forgeEnvelope = (envelope: Buffer): Buffer => {
  const parsed = JSON.parse(envelope.toString()) as { payload: string }
  const body = Buffer.from(parsed.payload, 'base64').toString()
  const changedBody = body.replace(/"issuedAt":"(\d{4})/, (_, year) => `"issuedAt":"${Number(year) + 1}`)
  return Buffer.from(JSON.stringify({ ...parsed, payload: Buffer.from(changedBody).toString('base64') }))
}

/** Returns the kit with one bit changed at a relative position. */
const flipBit = (kit: Buffer, share: number): Buffer => {
  const copy = Buffer.from(kit)
  const at = Math.floor(copy.length * share)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const CHANGED_POSITIONS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8]

/** For any changed bit, the file is rejected or the receipt is invalid. */
const checkChangesDetected = async (page: Page, { kit, envelope }: DownloadedReceipt): Promise<void> => {
  await dropReceipt(page, { name: 'forged.dsse.json', bytes: forgeEnvelope(envelope) })
  await waitForAlert(page, 'This receipt is invalid')
  await requireResults(page, { Signature: 'Failed' })
  for (const share of CHANGED_POSITIONS) {
    await dropReceipt(page, { name: `changed-at-${share}.zip`, bytes: flipBit(kit, share) })
    await page
      .getByRole('alert')
      .getByText(/^(This receipt is invalid|The kit was changed|A (file|key) of|receipt\.|key\.)/)
      .waitFor()
    if (await page.getByText('This receipt is valid').isVisible())
      throw new Error(`The kit is valid with a bit changed at ${share}`)
    // Replaces the previous result, so that it is not mistaken for the next one.
    await dropReceipt(page, { name: 'forged.dsse.json', bytes: forgeEnvelope(envelope) })
    await waitForAlert(page, 'forged.dsse.json')
  }
}

/** A visitor without an account, offline once the page is loaded. */
const judgeOffline = (bench: Bench, downloadedReceipt: DownloadedReceipt): Promise<Visit> =>
  visit(bench, 'receipt-check', async ({ context, page, home, inspector, watch }) => {
    expectSignedOutRequests(watch)
    await page.goto(`${home}/receipts/check`, { waitUntil: 'networkidle' })
    await page.getByRole('region', { name: 'Commands' }).waitFor()
    const requestUrls: string[] = []
    page.on('request', (request) => requestUrls.push(request.url()))
    await context.setOffline(true)
    await dropReceipt(page, { name: 'receipt.zip', bytes: downloadedReceipt.kit })
    await waitForAlert(page, 'This receipt is valid')
    const passed = {
      Content: 'Passed',
      Signature: 'Passed',
      'Signing key': 'Passed',
      'Public log': 'Passed',
      Claims: 'Passed',
    }
    await requireResults(page, { ...passed, Subject: 'Not checked' })
    await dropFiles(page, 'Choose the described file', { name: 'heron.webp', bytes: downloadedReceipt.image })
    await waitForAlert(page, 'with heron.webp')
    await requireResults(page, { ...passed, Subject: 'Passed' })
    await dropReceipt(
      page,
      { name: 'heron.webp', bytes: flipBit(downloadedReceipt.image, 0.5) },
      { name: 'receipt.zip', bytes: downloadedReceipt.kit },
    )
    await waitForAlert(page, 'This receipt is invalid')
    await requireResults(page, { ...passed, Subject: 'Failed' })
    await checkChangesDetected(page, downloadedReceipt)
    if (requestUrls.length > 0) throw new Error(`Checking sent requests: ${requestUrls.join(', ')}`)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Valid sample' }).click()
    await waitForAlert(page, 'This receipt is valid')
    await inspector.inspectOnce(page, 'valid')
    await page.getByRole('link', { name: 'Sample with one digit changed' }).click()
    await waitForAlert(page, 'This receipt is invalid')
    await inspector.inspectOnce(page, 'not-valid')
    await page.getByLabel(/^Receipt hash or URL/).fill(`${home}/verify/${downloadedReceipt.hash}`)
    await page.getByRole('button', { name: 'Verify receipt', exact: true }).click()
    await waitForAlert(page, 'Ask the owner for the file')
  })

/** Withdraws a receipt; the list, the receipt and its lookup show it. */
const withdrawReceipt = async ({ page, home, inspector }: Visit, hash: string): Promise<void> => {
  await page.goto(`${home}/receipts/check?hash=${hash}`)
  await waitForAlert(page, 'This receipt is valid')
  await page.goto(`${home}/receipts/${hash}`)
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByLabel('Public reason').fill('Drawn for the wrong client')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw receipt', exact: true }).click()
  await page.getByText(/^This receipt was withdrawn.*: Drawn for the wrong client$/).waitFor()
  await inspector.inspectOnce(page, 'withdrawn')
  await page.goto(`${home}/receipts/check?hash=${hash}`)
  await page.getByText('The issuer reports that this receipt was withdrawn').waitFor()
  await page.goto(`${home}/receipts?kind=receipt.withdraw`)
  await page.getByRole('link', { name: 'Withdrawal' }).first().click()
  await page.getByRole('region', { name: 'Public claims' }).getByText('Drawn for the wrong client').waitFor()
  await page.getByRole('link', { name: 'Verify receipt' }).click()
  await waitForAlert(page, 'This receipt is valid')
  await page.goto(`${home}/receipts?kind=image`)
  await page.getByRole('row').filter({ hasText: 'Withdrawn' }).first().waitFor()
}

/** Follows a receipt from its image to an offline check and to its withdrawal. */
export const judgeReceipts = async (bench: Bench): Promise<string> => {
  await visit(bench, 'receipts', async (session) => {
    await signInAs(session, bench.system, 'pro')
    await session.page.goto(`${session.home}/receipts`)
    await switchToPersonal(session.page)
    const downloadedReceipt = await downloadReceipt(session)
    await judgeOffline(bench, downloadedReceipt)
    await withdrawReceipt(session, downloadedReceipt.hash)
  })
  return `a receipt verified offline; each of ${CHANGED_POSITIONS.length + 2} changed copies reported as invalid`
}
