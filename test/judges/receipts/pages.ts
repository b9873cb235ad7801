import { chromium } from 'playwright-core'

const VERIFIED_TEXT = 'Your browser also verified the receipt'
const LOAD_LIMIT_MS = 10_000

/**
 * Opens the page of a receipt in Chromium: it verifies the receipt in the browser, requests no other address, and
 * logs nothing to the console.
 */
export const judgePage = async (executablePath: string, address: string): Promise<string> => {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage()
    const pageErrors: string[] = []
    const requestedUrls: string[] = []
    page.on('console', (message) => pageErrors.push(message.text()))
    page.on('pageerror', (error) => pageErrors.push(error.message))
    page.on('request', (request) => requestedUrls.push(request.url()))
    await page.goto(address)
    await page.getByText(VERIFIED_TEXT).waitFor({ timeout: LOAD_LIMIT_MS })
    await page.getByRole('heading', { level: 1, name: 'This receipt is valid' }).waitFor()
    if (pageErrors.length > 0) throw new Error(`The page of a receipt logs ${pageErrors.join('; ')}`)
    const otherUrls = requestedUrls.filter((url) => url !== address)
    if (otherUrls.length > 0) throw new Error(`The page of a receipt requests ${otherUrls.join(', ')}`)
    // Opens the page with one changed byte in the signature.
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(
        /("sig":")(.)/,
        (_, before, letter) => before + (letter === 'A' ? 'B' : 'A'),
      )
      await route.fulfill({ response: answer, body: html })
    })
    await page.reload()
    await page.getByText('Verification failed: the receipt is invalid.').waitFor({ timeout: LOAD_LIMIT_MS })
    return 'the page in Chromium'
  } finally {
    await browser.close()
  }
}
