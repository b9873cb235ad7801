import { chromium } from 'playwright-core'

const AGREES = 'Your browser also verified the receipt'
const LOADED_MS = 10_000

/**
 * Opens the page of a receipt in Chromium: it verifies what it shows, requests no other address, and logs nothing to
 * the console.
 */
export const judgePage = async (executablePath: string, address: string): Promise<string> => {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(address)
    await page.getByText(AGREES).waitFor({ timeout: LOADED_MS })
    await page.getByRole('heading', { level: 1, name: 'This receipt is valid' }).waitFor()
    if (complaints.length > 0) throw new Error(`The page of a receipt logs ${complaints.join('; ')}`)
    const others = asked.filter((url) => url !== address)
    if (others.length > 0) throw new Error(`The page of a receipt requests ${others.join(', ')}`)
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
    await page.getByText('Verification failed: the receipt is invalid.').waitFor({ timeout: LOADED_MS })
    return 'the page in Chromium'
  } finally {
    await browser.close()
  }
}
