import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { letsAgentIn } from './consent-page.ts'
import { type RunningSystem, withSystem } from './running-system.ts'
import { JUDGED_SERVICES, type JudgedService } from './services.ts'

/**
 * Opens the pages of each service in Chromium: no request leaves the machine, the console stays clean, an operation can
 * be tried out, and axe finds nothing serious that is not listed. `--plant` takes the name of the page's language away;
 * `--only` judges one of `docs`, `agents`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { plant: { type: 'boolean' }, only: { type: 'string' }, port: { type: 'string', default: '4640' } },
})
const [program = '/usr/bin/chromium'] = positionals
const { plant, only, port } = values
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

/** Pages that are used as a person would use them. */
interface Part {
  readonly name: string
  /** What the console tells because the part provokes it. */
  readonly isKnown?: (problem: string) => boolean
  readonly work: (page: Page, system: RunningSystem, artifacts: string, look: () => Promise<void>) => Promise<void>
}

const PARTS: readonly Part[] = [
  // A program that nobody knows is refused with 400, which a browser tells on its console.
  { name: 'agents', work: letsAgentIn, isKnown: (problem) => /status of 400/.test(problem) },
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
  if (plant) await page.evaluate(() => document.documentElement.removeAttribute('lang'))
  await page.screenshot({ path: join(ARTIFACTS, `${key}-docs.png`), fullPage: true })
  problems.push(...(await seriousViolations(page, KNOWN_VIOLATIONS)))
  const status = await tryOut(page, operation)
  await page.screenshot({ path: join(ARTIFACTS, `${key}-try-out.png`), fullPage: true })
  if (!status.startsWith('200')) problems.push(`${operation} tried out shows ${status}`)
  return problems
}

/** Opens a page of its own, has it used, and throws what was found. */
async function use(
  browser: Browser,
  { name, isKnown = () => false, work }: Part,
  system: RunningSystem,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems = watch(page)
  await work(page, system, ARTIFACTS, async () => {
    problems.push(...(await seriousViolations(page, {})))
  })
  const found = problems.filter((problem) => !isKnown(problem))
  if (found.length > 0) throw new Error(`${name}:\n  ${found.join('\n  ')}`)
  console.log(`figures: ${name} used without findings, screenshots in ${ARTIFACTS}`)
  await context.close()
}

async function judgeDocs(browser: Browser, { urls }: RunningSystem): Promise<void> {
  // Every path of the platform's port that no API has is the console's, /docs too.
  for (const service of JUDGED_SERVICES.filter(({ key }) => key !== 'platform')) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const problems = await judge(page, String(urls[service.key]), service)
    if (problems.length > 0) throw new Error(`${service.key}/docs:\n  ${problems.join('\n  ')}`)
    console.log(`figures: ${service.key}/docs without findings, screenshots in ${ARTIFACTS}`)
    await context.close()
  }
}

mkdirSync(ARTIFACTS, { recursive: true })
await withSystem(Number(port), async (system) => {
  const browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS })
  const isWanted = (name: string) => only === undefined || name === only
  try {
    if (isWanted('docs')) await judgeDocs(browser, system)
    for (const part of PARTS) if (isWanted(part.name)) await use(browser, part, system)
  } finally {
    await browser.close()
  }
})
