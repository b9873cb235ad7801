import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { type Bench, requestAs, signInAs, signUp, switchToPersonal, type Visit, visit } from './visit.ts'

const INTENTION = 'Receive Stripe webhooks and mark orders as paid'

interface Flow {
  readonly scaffold: { readonly files: readonly { readonly path: string; readonly content: string }[] }
}

const usedScaffolds = async (page: Page): Promise<number> =>
  (await requestAs<{ scaffolds: { used: number } }>(page, 'GET', '/api/usage')).scaffolds.used

const intention = (page: Page) => page.getByLabel('Project description')

const create = (page: Page) => page.getByRole('button', { name: 'Create flow', exact: true })

/** The preview lists files while typing, at no cost. */
const previewFiles = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/flows`)
  await page.getByText('Your flows appear here.').waitFor()
  await inspector.inspectOnce(page, 'empty')
  await intention(page).fill(INTENTION)
  const tree = page.getByRole('region', { name: 'Planned files' })
  await tree.getByText('README.md').waitFor()
  await page.getByLabel('Project type').selectOption('other')
  await page.getByLabel('Custom project type').fill('No slug')
  await page.getByText('must be 1 to 40 characters of a-z').waitFor()
  await page.getByLabel('Custom project type').fill('payments')
  await inspector.inspectEverywhere(page, 'previewed')
  if ((await usedScaffolds(page)) !== 0) throw new Error('A preview was charged')
}

/** A failed request is free; the same button then creates the flow. */
const createFlow = async ({ page, inspector }: Visit): Promise<string> => {
  const failRequest = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 502,
          contentType: 'application/json',
          body: JSON.stringify({ error: 'The runtime failed', code: 'upstream_failed', request_id: 'req-judged-36' }),
        })
      : route.continue()
  await page.route('**/api/flows', failRequest)
  await create(page).click()
  await page.getByRole('alert').getByText('You were not charged.').waitFor()
  await page.unroute('**/api/flows', failRequest)
  await inspector.inspectOnce(page, 'failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/flows\/[0-9a-f]{64}$/)
  if ((await usedScaffolds(page)) !== 1) throw new Error('The number of scaffolds charged for a flow is not one')
  return new URL(page.url()).pathname
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Flow views' }).getByRole('link', { name, exact: true })

/** Opens each view of a flow. */
const openViews = async ({ page, inspector }: Visit, address: string): Promise<void> => {
  await page.getByRole('region', { name: 'Classification' }).getByText('webhook receiver').waitFor()
  await page.getByText('npm install').first().waitFor()
  await inspector.inspectEverywhere(page, 'summary')
  await tab(page, 'Files').click()
  await page.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'handler.ts' }).click()
  await page.getByRole('heading', { name: 'src/handler.ts' }).waitFor()
  await page.locator('.code .keyword').first().waitFor()
  await inspector.inspectEverywhere(page, 'files')
  await tab(page, 'Threat model').click()
  await page.getByRole('table', { name: 'Threats' }).getByText('Spoofing').first().waitFor()
  await inspector.inspectEverywhere(page, 'threats')
  await tab(page, 'Decisions').click()
  await page.getByRole('heading', { name: 'Decision outcome' }).waitFor()
  await inspector.inspectEverywhere(page, 'decisions')
  await tab(page, 'Tests').click()
  await page.getByText('TC-1', { exact: true }).first().waitFor()
  await inspector.inspectEverywhere(page, 'tests')
  await tab(page, 'Prose editing').click()
  await page.getByRole('link', { name: 'View plans' }).waitFor()
  await inspector.inspectEverywhere(page, 'oracle-free')
  await page.getByRole('link', { name: 'View receipt', exact: true }).click()
  await page.getByRole('link', { name: 'Flow', exact: true }).click()
  await page.waitForURL((url) => url.pathname === address)
}

/** Returns the file names in the directory of a ZIP. A name follows the 46 bytes of its entry; byte 28 has its length. */
const namesIn = (zip: Buffer): readonly string[] => {
  const names: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4))
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString())
  return names.toSorted()
}

/** Returns the file that a click downloads. */
const downloadFile = async (page: Page, role: 'link' | 'button'): Promise<Buffer> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole(role, { name: 'Download ZIP' }).last().click(),
  ])
  return readFileSync(await download.path())
}

const checkDownload = async ({ page }: Visit, address: string): Promise<Flow['scaffold']['files']> => {
  const { scaffold } = await requestAs<Flow & Record<string, unknown>>(page, 'GET', `/api${address}`)
  const names = namesIn(await downloadFile(page, 'link'))
  const paths = scaffold.files.map(({ path }) => path).toSorted()
  if (names.join() !== paths.join()) throw new Error(`The ZIP has ${names.join()}, and the flow ${paths.join()}`)
  return scaffold.files
}

/** Writes a project to disk as a user would have it. */
const projectFolder = (files: Flow['scaffold']['files']): string => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-project-'))
  const additionalFiles = [
    { path: 'src/own.ts', content: 'export const mine = true\n' },
    { path: 'node_modules/left/index.js', content: 'left' },
    { path: 'logo.bin', content: Buffer.from([0xff, 0xfe, 0x00]) },
  ]
  for (const { path, content } of [...files, ...additionalFiles]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const CONFLICT = 'one\n<<<<<<< yours\nmine\n||||||| as it was made\nwas\n=======\nnew\n>>>>>>> the newest version\n'

/** Merges a folder from disk; a conflict shows both sides. */
const mergeFolder = async ({ page, inspector }: Visit, files: Flow['scaffold']['files']): Promise<void> => {
  await tab(page, 'Update').click()
  const folder = projectFolder(files)
  const choose = () => page.locator('input[type=file]').setInputFiles(folder)
  try {
    await choose()
    await page.getByText(`Selected: ${files.length + 1} files from your project.`).waitFor()
    await page.getByText('1 file was not sent').waitFor()
    await inspector.inspectEverywhere(page, 'chosen')
    await page.getByRole('button', { name: 'Merge with latest version' }).click()
    await page.getByText('Your files were not overwritten').waitFor()
    await inspector.inspectEverywhere(page, 'merged')
    const names = namesIn(await downloadFile(page, 'button'))
    if (!names.includes('src/own.ts') || names.some((name) => name.includes('node_modules')))
      throw new Error(`The merged project has ${names.join()}`)
    // The pattern has only one version, so the judge simulates a response with a conflict.
    const merged = [{ path: 'src/handler.ts', content: CONFLICT, status: 'conflict' }]
    await page.route('**/update', (route) => route.fulfill({ json: { files: merged } }))
    await page.getByRole('button', { name: 'Choose another folder' }).click()
    await choose()
    await page.getByRole('button', { name: 'Merge with latest version' }).click()
    const conflict = page.getByRole('article', { name: 'src/handler.ts, line 2' })
    for (const side of ['mine', 'was', 'new']) await conflict.getByText(side, { exact: true }).waitFor()
    await inspector.inspectEverywhere(page, 'conflict')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** On a paid plan, prose is edited on demand, shown as a diff, and saved. */
const editProse = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/flows`)
  await intention(page).fill(INTENTION)
  await create(page).click()
  await page.waitForURL(/\/flows\/[0-9a-f]{64}$/)
  await tab(page, 'Prose editing').click()
  await page.getByRole('button', { name: 'Edit prose' }).click()
  await page.getByText('Stored until').waitFor()
  await page.locator('.diff .added').first().waitFor()
  await inspector.inspectEverywhere(page, 'edited')
  await page.reload()
  await page.getByText('Prose edited').waitFor()
  await page.locator('.diff .added').first().waitFor()
  const receipt = page.getByRole('region', { name: 'Edited documents', exact: true }).getByRole('link')
  await receipt.click()
  await page.getByRole('link', { name: 'Flow', exact: true }).click()
  await page.getByRole('heading', { name: INTENTION }).waitFor()
  await page.goto(`${home}/flows?intention=Tools+for+agents+that+book+boats&type=mcp&polish=yes`)
  await create(page).click()
  await page.waitForURL(/\/flows\/[0-9a-f]{64}$/)
  await page.getByText('Prose edited').waitFor()
}

/** Uses flows on the free plan up to its limit, and on a paid plan. */
export const judgeFlows = async (bench: Bench): Promise<string> => {
  let files = 0
  await visit(bench, 'flows', async (session) => {
    session.watch.expectProblems(/status of 502/, 'a failing response')
    await signUp(session, '/flows', 'Flo')
    await previewFiles(session)
    const address = await createFlow(session)
    await openViews(session, address)
    const flowFiles = await checkDownload(session, address)
    files = flowFiles.length
    await mergeFolder(session, flowFiles)
    await session.page.goto(`${session.home}/flows`)
    await session.page.getByRole('table', { name: 'Flows' }).getByRole('link', { name: INTENTION }).waitFor()
    await session.inspector.inspectEverywhere(session.page, 'list')
  })
  await visit(bench, 'flows-paid', async (session) => {
    await signInAs(session, bench.system, 'pro')
    await session.page.goto(`${session.home}/flows`, { waitUntil: 'networkidle' })
    await switchToPersonal(session.page)
    await editProse(session)
  })
  return `a flow of ${files} files previewed, created, opened, downloaded and merged; its texts edited on a paid plan`
}
