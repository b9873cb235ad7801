import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { chatGptExport } from '../support/archive-talk.ts'
import { leaveUpload } from './archive-upload.ts'
import type { RunningSystem } from './running-system.ts'

const TALKS = [
  {
    id: 'harbour',
    title: 'The harbour of Visby',
    said: [
      'Where does the Aurora lie?',
      'The Aurora lies in the harbour of Visby since 2024.',
      { text: 'Who sails the Aurora?', after: 1 },
      'Captain Lind sails the Aurora with nine sailors.',
    ],
  },
  { id: 'bread', title: 'Sourdough', said: ['How do I feed a starter?', 'Feed it equal parts of flour and water.'] },
]

/**
 * Uses the page of the archive as a person would: drops an export, watches it being read, searches, reads, asks, follows a
 * citation to the passage that it quotes, and makes a notebook and a document of it; and once more on a small screen.
 */
export const useArchivePage = async (
  page: Page,
  { urls, identities }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const shot = (name: string) => page.screenshot({ path: join(artifacts, `archive-${name}.png`), fullPage: true })
  const file = join(artifacts, 'conversations.json')
  writeFileSync(file, chatGptExport(...TALKS))
  await page.goto(`${urls.platform}/_api/archive/`)
  await page.getByLabel('API key of the archive').fill('plat_wrong')
  await page.getByRole('button', { name: 'Open the archive' }).click()
  await page.getByText('That key is not known').waitFor()
  await look()
  await page.getByLabel('API key of the archive').fill(identities.team.platKey)
  await page.getByRole('button', { name: 'Open the archive' }).click()

  await leaveUpload(page, artifacts)
  await page.getByLabel('Choose an export').setInputFiles(file)
  const card = page.getByRole('listitem').filter({ hasText: 'conversations.json' })
  await card.getByText('completed', { exact: true }).waitFor()
  await shot('taken-in')
  await look()

  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByLabel('What was it about?').fill('harbour of the Aurora')
  await page.getByRole('link', { name: 'The harbour of Visby' }).waitFor()
  await shot('found')
  await look()
  await page.getByRole('link', { name: 'The harbour of Visby' }).click()
  await page.getByRole('heading', { name: 'The harbour of Visby' }).waitFor()
  await page.getByLabel('All branches').check()
  await look()

  await page.getByRole('link', { name: 'Ask' }).click()
  await page.getByLabel('Question').fill('Who sails the Aurora?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByRole('link', { name: /Captain Lind sails/ }).waitFor()
  await shot('answered')
  await look()
  await page.getByRole('link', { name: /Captain Lind sails/ }).click()
  await page.locator('mark#quote', { hasText: 'Captain Lind' }).waitFor()

  await page.getByRole('link', { name: 'Notebooks' }).click()
  await page.getByLabel('Title of a new notebook').fill('Ships')
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByText('2 conversations, completed').waitFor()
  await page.getByRole('button', { name: 'World' }).click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  await shot('notebook')
  await look()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 360) throw new Error(`The page is ${width} px wide on a screen of 360`)
}
