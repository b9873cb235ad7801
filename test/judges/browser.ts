import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from 'playwright-core'
import { useAccountPages } from './accounts-page.ts'
import { useFlagsPage } from './flags-page.ts'
import { withSystem } from './running-system.ts'
import { JUDGED_SERVICES, type JudgedService } from './services.ts'

/**
 * Opens the pages of each service in Chromium: no request leaves the machine, the console stays clean, an operation can
 * be tried out, and axe finds nothing serious that is not listed. `--plant` takes the name of the page's language away.
 */
const [program = '/usr/bin/chromium', plant] = process.argv.slice(2)
const ARTIFACTS = '.artifacts/browser'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Rules that swagger-ui breaks in its own markup and style sheet, which we serve as they are released. */
const KNOWN_VIOLATIONS: Readonly<Record<string, string>> = {
  'color-contrast': "swagger-ui's greys on white for versions, paths and response headings",
  'nested-interactive': 'swagger-ui puts the copy button into the button that opens an operation',
  'select-name': "swagger-ui's list of servers has its label beside it, not for it",
}

/** Executes an operation without input, as a reader would (the page opens operations ready to be tried), and answers the status that the page shows. */
async function tryOut(page: Page, operationId: string): Promise<string> {
  const block = page.locator(`.opblock[id$="-${operationId}"]`)
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Execute' }).click()
  const status = (await block.locator('.live-responses-table .response-col_status').last().textContent()) ?? ''
  return status.trim()
}

async function seriousViolations(page: Page, known: Readonly<Record<string, string>>): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .filter(({ id }) => !(id in known))
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}, e.g. ${nodes[0]?.html.slice(0, 200)})`)
}

/** What goes wrong on a page by itself: errors on the console and in scripts, requests that leave the machine. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') problems.push(`a request left for ${request.url()}`)
  })
  return problems
}

async function judge(page: Page, url: string, { key, tryOut: operation }: JudgedService): Promise<string[]> {
  const problems = watch(page)
  await page.goto(`${url}/docs`)
  await page.locator('.opblock').first().waitFor()
  if (plant === '--plant') await page.evaluate(() => document.documentElement.removeAttribute('lang'))
  await page.screenshot({ path: join(ARTIFACTS, `${key}-docs.png`), fullPage: true })
  problems.push(...(await seriousViolations(page, KNOWN_VIOLATIONS)))
  const status = await tryOut(page, operation)
  await page.screenshot({ path: join(ARTIFACTS, `${key}-try-out.png`), fullPage: true })
  if (!status.startsWith('200')) problems.push(`${operation} tried out shows ${status}`)
  return problems
}

mkdirSync(ARTIFACTS, { recursive: true })
await withSystem(4640, async (system) => {
  const { urls } = system
  const browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS })
  try {
    for (const service of JUDGED_SERVICES) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const problems = await judge(page, String(urls[service.key]), service)
      if (problems.length > 0) throw new Error(`${service.key}/docs:\n  ${problems.join('\n  ')}`)
      console.log(`figures: ${service.key}/docs without findings, screenshots in ${ARTIFACTS}`)
      await context.close()
    }
    const people = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    people.setDefaultTimeout(30_000)
    const seen = watch(people)
    await useAccountPages(people, system, ARTIFACTS, async () => {
      seen.push(...(await seriousViolations(people, {})))
    })
    if (seen.length > 0) throw new Error(`account pages:\n  ${seen.join('\n  ')}`)
    console.log('figures: the pages of people used without findings')
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    page.setDefaultTimeout(30_000)
    const problems = watch(page)
    await useFlagsPage(page, system, ARTIFACTS)
    // The wrong key is refused with 401, which a browser tells on its console.
    const found = [...problems.filter((text) => !/status of 401/.test(text)), ...(await seriousViolations(page, {}))]
    if (found.length > 0) throw new Error(`flags page:\n  ${found.join('\n  ')}`)
    console.log('figures: the page of flags used without findings')
  } finally {
    await browser.close()
  }
})
