import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { chatGptExport } from '../support/archive-talk.ts'

/** More than one part of 50 MiB. */
const BYTES = 53_000_000

/** An export that takes two parts and no time to be read: blanks stand between its last conversation and its end. */
const largeExport = (): string => {
  const text = chatGptExport({ id: 'ferry', title: 'The ferry', said: ['When does it sail?', 'It sails at noon.'] })
  return `${text.slice(0, -1)}${' '.repeat(BYTES - text.length)}]`
}

/**
 * Leaves the page in the middle of an upload, and chooses the same file again as the page says: it goes on with the part
 * that is missing.
 */
export const leaveUpload = async (page: Page, artifacts: string): Promise<void> => {
  const file = join(artifacts, 'large.json')
  writeFileSync(file, largeExport())
  const sent: string[] = []
  page.on('request', (request) => {
    const part = request.method() === 'PUT' && new URL(request.url()).searchParams.get('partNumber')
    if (part) sent.push(part)
  })
  const left = Promise.withResolvers<void>()
  // The second part is on its way, and arrives nowhere, until the page is gone.
  await page.route(/partNumber=2/, (route) => (sent.length > 2 ? route.continue() : left.resolve()))
  await page.getByLabel('Choose an export').setInputFiles(file)
  await left.promise
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: 'large.json' })
  await card.getByText('choose the same file again to go on').waitFor()
  await page.getByLabel('Choose an export').setInputFiles(file)
  await card.getByText('completed', { exact: true }).waitFor()
  if (sent.join() !== '1,2,2') throw new Error(`The parts that were sent are ${sent.join()}, not 1,2,2`)
}
