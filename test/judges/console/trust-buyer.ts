import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { followMailLink } from './mailbox.ts'
import type { Bench, Visit } from './visit.ts'

export interface Buyer {
  readonly name: string
  readonly company: string
  readonly mail: string
}

/** Prints dark on white in any scheme, without controls. */
const checkPrint = async ({ page, inspector }: Visit): Promise<void> => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const buttons = await page.getByRole('button').count()
  if (background !== 'rgb(255, 255, 255)' || buttons > 0)
    inspector.problems.push(`public, print: on ${background}, with ${buttons} buttons`)
  const paper = await PDFDocument.load(await page.pdf({ format: 'A4' }))
  if (paper.getPageCount() > 3) inspector.problems.push(`public, print: it takes ${paper.getPageCount()} pages`)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

/** Opens the public page and verifies it in the browser. */
export const verifyPage = async (session: Visit, slug: string): Promise<void> => {
  const { page, home, inspector } = session
  await page.goto(`${home}/trust/${slug}`)
  await page.getByRole('heading', { level: 1, name: 'Loaf Ltd' }).waitFor()
  await page.getByText('Valid receipt').waitFor()
  await page.getByRole('button', { name: 'Verify again in this browser' }).click()
  await page.getByText('the receipt is valid. Every claim on this page matches the signed receipt.').waitFor()
  await inspector.inspectEverywhere(page, 'public')
  await checkPrint(session)
}

const SEND = 'Send request'

/** Errors are shown at their fields, and the input is preserved. */
const checkFieldErrors = async ({ page, inspector }: Visit, { name }: Buyer): Promise<void> => {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Your work email address').fill('grace@')
  await page.getByRole('button', { name: SEND }).click()
  await page.getByText('Enter your company.').waitFor()
  await page.getByText('Enter an email address, such as').waitFor()
  await page.getByText('Accept the terms to continue.').waitFor()
  if ((await page.getByLabel('Your name').inputValue()) !== name) throw new Error('The entered name is lost')
  await inspector.inspectEverywhere(page, 'form-faults')
}

/** Requests the document and confirms the address with the link of a mail. */
export const requestDocument = async (session: Visit, { system }: Bench, buyer: Buyer): Promise<void> => {
  const { page, inspector } = session
  await page.getByRole('link', { name: /\(on request\)/ }).click()
  await page.getByLabel('Your name').waitFor()
  await inspector.inspectEverywhere(page, 'form')
  await checkFieldErrors(session, buyer)
  await page.getByLabel('Your company').fill(buyer.company)
  await page.getByLabel('Your work email address').fill(buyer.mail)
  await page.getByLabel('I accept these terms').check()
  await page.getByRole('button', { name: SEND }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await inspector.inspectOnce(page, 'sent')
  await followMailLink(page, system, buyer.mail, /^Confirm your request/, /\/proof\//)
  await inspector.inspectEverywhere(page, 'proof')
  await page.getByRole('button', { name: 'Accept terms and send request' }).click()
  await page.getByText('has received your request and will reply by email.').waitFor()
  await inspector.inspectOnce(page, 'proven')
}

/** Returns the texts on each page of a PDF. */
const textsOf = async (bytes: Uint8Array): Promise<readonly string[]> =>
  (await PDFDocument.load(bytes)).getPages().map((page) =>
    page
      .extractContents()
      .flatMap((part) => (part.kind === 'text' ? part.getText() : []))
      .join('\n'),
  )

const downloadCopy = async (page: Page): Promise<readonly string[]> => {
  const downloadEvent = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloadEvent).createReadStream()) chunks.push(chunk as Buffer)
  return textsOf(Buffer.concat(chunks))
}

/** Follows the link of the grant and downloads a copy that shows the reader's name on each page. @returns the URL */
export const openCopy = async (
  { page, inspector }: Visit,
  { system }: Bench,
  { name, company, mail }: Buyer,
  earlierLink?: string,
) => {
  const link = await followMailLink(page, system, mail, /was granted$/, /\/grant\//, earlierLink)
  await page.getByText('Each page of your copy shows your name').waitFor()
  await inspector.inspectEverywhere(page, 'grant')
  const pages = await downloadCopy(page)
  const isNamed = (text: string): boolean => text.includes(`Provided to ${name}, ${company}`) && text.includes(mail)
  if (pages.length !== 2 || !pages.every(isNamed)) throw new Error(`The copy contains ${JSON.stringify(pages)}`)
  return link
}

/** The page of an expired or revoked link states that the link has expired. */
export const checkExpiredLink = async (
  { page, inspector, watch }: Visit,
  link: string,
  name: string,
): Promise<void> => {
  watch.expectProblems(/status of 410/, 'an expired link')
  const response = await page.goto(link)
  if (response?.status() !== 410) throw new Error(`The link returned ${response?.status()}, not 410`)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await inspector.inspectOnce(page, name)
}
