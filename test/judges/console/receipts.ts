import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { drawImages } from './seed.ts'
import { actForOneself, askAs, type Bench, enterAs, isVisitor, type Visit, visit } from './visit.ts'

const RECEIPT_PATIENCE_MS = 60_000
/** The log adds receipts every minute. */
const LOG_PATIENCE_MS = 120_000

/** Waits for the receipt of an image. @returns its hash */
export const receiptOfJob = async (page: Page, job: string): Promise<string> => {
  for (const until = Date.now() + RECEIPT_PATIENCE_MS; Date.now() < until; await sleep(500)) {
    const { receipt } = await askAs<{ receipt?: string }>(page, 'GET', `/_api/images/v2/jobs/${job}`)
    if (receipt !== undefined) return receipt
  }
  throw new Error(`The job ${job} has no receipt after ${RECEIPT_PATIENCE_MS} ms`)
}

interface Handed {
  readonly hash: string
  /** The downloaded kit with the opening. */
  readonly kit: Buffer
  readonly envelope: Buffer
  /** The image as delivered. */
  readonly image: Buffer
}

const downloaded = async (page: Page, name: RegExp): Promise<Buffer> => {
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
const handsOn = async ({ page, home, look }: Visit): Promise<Handed> => {
  const prompt = `a heron in the reeds, ${Date.now().toString(36)}`
  const [job = ''] = await drawImages(page, [prompt])
  const hash = await receiptOfJob(page, job)
  await page.goto(`${home}/images/${job}`)
  await page.getByRole('link', { name: hash.slice(0, 12) }).click()
  await page.getByRole('region', { name: 'Private claims' }).getByText(prompt).waitFor()
  // The page polls the log.
  await page.getByText(/^Entry [\d,]+ of the log of/).waitFor({ timeout: LOG_PATIENCE_MS })
  await look.now(page, 'receipt')
  await page.getByLabel('Include the opening').check()
  const kit = await downloaded(page, /^Download for offline verification/)
  const envelope = await downloaded(page, /^Envelope/)
  return { hash, kit, envelope, image: await imageOf(page, job, hash) }
}

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

const drop = async (page: Page, label: string, ...files: readonly Dropped[]): Promise<void> => {
  const input = page.locator(`input[type=file][aria-label="${label}"]`)
  await input.setInputFiles(
    files.map(({ name, bytes }) => ({ name, buffer: bytes, mimeType: 'application/octet-stream' })),
  )
}

const dropReceipt = (page: Page, ...files: readonly Dropped[]) => drop(page, 'Choose a receipt', ...files)

const showsAlert = async (page: Page, text: string): Promise<void> => {
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
const forged = (envelope: Buffer): Buffer => {
  const read = JSON.parse(envelope.toString()) as { payload: string }
  const body = Buffer.from(read.payload, 'base64').toString()
  const other = body.replace(/"issuedAt":"(\d{4})/, (_, year) => `"issuedAt":"${Number(year) + 1}`)
  return Buffer.from(JSON.stringify({ ...read, payload: Buffer.from(other).toString('base64') }))
}

/** Returns the kit with one bit changed at a relative position. */
const flipped = (kit: Buffer, share: number): Buffer => {
  const copy = Buffer.from(kit)
  const at = Math.floor(copy.length * share)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const PLACES = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8]

/** For any changed bit, the file is refused or the receipt is invalid. */
const refusesChanges = async (page: Page, { kit, envelope }: Handed): Promise<void> => {
  await dropReceipt(page, { name: 'forged.dsse.json', bytes: forged(envelope) })
  await showsAlert(page, 'This receipt is invalid')
  await requireResults(page, { Signature: 'Failed' })
  for (const share of PLACES) {
    await dropReceipt(page, { name: `changed-at-${share}.zip`, bytes: flipped(kit, share) })
    await page
      .getByRole('alert')
      .getByText(/^(This receipt is invalid|The kit was changed|A (file|key) of|receipt\.|key\.)/)
      .waitFor()
    if (await page.getByText('This receipt is valid').isVisible())
      throw new Error(`The kit is valid with a bit changed at ${share}`)
    // Replaces the previous result, so that it is not mistaken for the next one.
    await dropReceipt(page, { name: 'forged.dsse.json', bytes: forged(envelope) })
    await showsAlert(page, 'forged.dsse.json')
  }
}

/** A visitor without an account, offline once the page is loaded. */
const checksAlone = (bench: Bench, handed: Handed): Promise<Visit> =>
  visit(bench, 'receipt-check', async ({ context, page, home, look, watch }) => {
    isVisitor(watch)
    await page.goto(`${home}/receipts/check`, { waitUntil: 'networkidle' })
    await page.getByRole('region', { name: 'Commands' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await context.setOffline(true)
    await dropReceipt(page, { name: 'receipt.zip', bytes: handed.kit })
    await showsAlert(page, 'This receipt is valid')
    const good = { Payload: 'Passed', Signature: 'Passed', Key: 'Passed', 'Log inclusion': 'Passed', Claims: 'Passed' }
    await requireResults(page, { ...good, Subject: 'Not checked' })
    await drop(page, 'Choose the described file', { name: 'heron.webp', bytes: handed.image })
    await showsAlert(page, 'with heron.webp')
    await requireResults(page, { ...good, Subject: 'Passed' })
    await dropReceipt(
      page,
      { name: 'heron.webp', bytes: flipped(handed.image, 0.5) },
      { name: 'receipt.zip', bytes: handed.kit },
    )
    await showsAlert(page, 'This receipt is invalid')
    await requireResults(page, { ...good, Subject: 'Failed' })
    await refusesChanges(page, handed)
    if (asked.length > 0) throw new Error(`Checking sent requests: ${asked.join(', ')}`)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Valid sample' }).click()
    await showsAlert(page, 'This receipt is valid')
    await look.now(page, 'valid')
    await page.getByRole('link', { name: 'Sample with one digit changed' }).click()
    await showsAlert(page, 'This receipt is invalid')
    await look.now(page, 'not-valid')
    await page.getByLabel(/^Receipt hash or URL/).fill(`${home}/verify/${handed.hash}`)
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await showsAlert(page, 'Ask the owner for the file')
  })

/** Withdraws a receipt; the list, the receipt and its lookup show it. */
const withdraws = async ({ page, home, look }: Visit, hash: string): Promise<void> => {
  await page.goto(`${home}/receipts/check?hash=${hash}`)
  await showsAlert(page, 'This receipt is valid')
  await page.goto(`${home}/receipts/${hash}`)
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByLabel('Public reason').fill('Drawn for the wrong client')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw receipt', exact: true }).click()
  await page.getByText(/^This receipt was withdrawn.*: Drawn for the wrong client$/).waitFor()
  await look.now(page, 'withdrawn')
  await page.goto(`${home}/receipts/check?hash=${hash}`)
  await page.getByText('The issuer reports that this receipt was withdrawn').waitFor()
  await page.goto(`${home}/receipts?kind=receipt.withdraw`)
  await page.getByRole('link', { name: 'Withdrawal' }).first().click()
  await page.getByRole('region', { name: 'Public claims' }).getByText('Drawn for the wrong client').waitFor()
  await page.getByRole('link', { name: 'Verify receipt' }).click()
  await showsAlert(page, 'This receipt is valid')
  await page.goto(`${home}/receipts?kind=image`)
  await page.getByRole('row').filter({ hasText: 'Withdrawn' }).first().waitFor()
}

/** Follows a receipt from its image to an offline check and to its withdrawal. */
export const judgeReceipts = async (bench: Bench): Promise<string> => {
  await visit(bench, 'receipts', async (seen) => {
    await enterAs(seen, bench.system, 'pro')
    await seen.page.goto(`${seen.home}/receipts`)
    await actForOneself(seen.page)
    const handed = await handsOn(seen)
    await checksAlone(bench, handed)
    await withdraws(seen, handed.hash)
  })
  return `a receipt is checked without a network, and not valid with any of ${PLACES.length + 2} changes`
}
