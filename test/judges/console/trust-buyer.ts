import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { followsMail } from './mailbox.ts'
import type { Bench, Visit } from './visit.ts'

export interface Buyer {
  readonly name: string
  readonly company: string
  readonly mail: string
}

/** Prints dark on white in any scheme, without controls. */
const prints = async ({ page, look }: Visit): Promise<void> => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const buttons = await page.getByRole('button').count()
  if (ground !== 'rgb(255, 255, 255)' || buttons > 0)
    look.problems.push(`public, print: on ${ground}, with ${buttons} buttons`)
  const paper = await PDFDocument.load(await page.pdf({ format: 'A4' }))
  if (paper.getPageCount() > 3) look.problems.push(`public, print: it takes ${paper.getPageCount()} pages`)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

/** Opens the public page and verifies it in the browser. */
export const verifies = async (seen: Visit, slug: string): Promise<void> => {
  const { page, home, look } = seen
  await page.goto(`${home}/trust/${slug}`)
  await page.getByRole('heading', { level: 1, name: 'Loaf Ltd' }).waitFor()
  await page.getByText('Valid receipt').waitFor()
  await page.getByRole('button', { name: 'Verify again in this browser' }).click()
  await page.getByText('the receipt is valid. Every claim on this page matches the signed receipt.').waitFor()
  await look.all(page, 'public')
  await prints(seen)
}

const SEND = 'Send request'

/** Errors are shown at their fields, and the input is preserved. */
const showsFieldErrors = async ({ page, look }: Visit, { name }: Buyer): Promise<void> => {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your work email address').fill('grace@')
  await page.getByRole('button', { name: SEND }).click()
  await page.getByText('Enter your company.').waitFor()
  await page.getByText('Enter an email address, such as').waitFor()
  await page.getByText('Accept the terms to continue.').waitFor()
  if ((await page.getByLabel('Your name').inputValue()) !== name) throw new Error('The entered name is lost')
  await look.all(page, 'form-faults')
}

/** Requests the document and confirms the address with the link of a mail. */
export const asks = async (seen: Visit, { system }: Bench, buyer: Buyer): Promise<void> => {
  const { page, look } = seen
  await page.getByRole('link', { name: /\(on request\)/ }).click()
  await page.getByLabel('Your name').waitFor()
  await look.all(page, 'form')
  await showsFieldErrors(seen, buyer)
  await page.getByLabel('Your company').fill(buyer.company)
  await page.getByLabel('Your work email address').fill(buyer.mail)
  await page.getByLabel('I accept these terms').check()
  await page.getByRole('button', { name: SEND }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await look.now(page, 'sent')
  await followsMail(page, system, buyer.mail, /^Confirm your request/, /\/proof\//)
  await look.all(page, 'proof')
  await page.getByRole('button', { name: 'Yes, I accept these terms' }).click()
  await page.getByText('has received your request and will reply by email.').waitFor()
  await look.now(page, 'proven')
}

/** Returns the texts on each page of a PDF. */
const textsOf = async (bytes: Uint8Array): Promise<readonly string[]> =>
  (await PDFDocument.load(bytes)).getPages().map((page) =>
    page
      .extractContents()
      .flatMap((part) => (part.kind === 'text' ? part.getText() : []))
      .join('\n'),
  )

const downloads = async (page: Page): Promise<readonly string[]> => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer)
  return textsOf(Buffer.concat(chunks))
}

/** Follows the link of the grant to a copy that names its reader on each page. @returns the URL of the link */
export const reads = async (
  { page, look }: Visit,
  { system }: Bench,
  { name, company, mail }: Buyer,
  former?: string,
) => {
  const link = await followsMail(page, system, mail, /was granted$/, /\/grant\//, former)
  await page.getByText('Each page of your copy shows your name').waitFor()
  await look.all(page, 'grant')
  const pages = await downloads(page)
  const isNamed = (text: string): boolean => text.includes(`Provided to ${name}, ${company}`) && text.includes(mail)
  if (pages.length !== 2 || !pages.every(isNamed)) throw new Error(`The copy says ${JSON.stringify(pages)}`)
  return link
}

/** An expired or revoked link says that it has expired. */
export const showsExpiredLink = async ({ page, look, watch }: Visit, link: string, name: string): Promise<void> => {
  watch.provokes(/status of 410/, 'a link has ended')
  const answer = await page.goto(link)
  if (answer?.status() !== 410) throw new Error(`The link is answered ${answer?.status()}, not 410`)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await look.now(page, name)
}
