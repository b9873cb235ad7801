import type { Page } from 'playwright-core'
import { body } from './evidence-text.ts'
import { requestAs, type Visit } from './visit.ts'

const TITLE = 'A baker of forty years on rye'

const VALID_ASSETS = [
  {
    type: 'research_finding',
    title: 'Rye loaves weighed in a study',
    content: { text: 'Rye loaves weighed 12 percent more than wheat loaves in a survey of 400 bakeries (2025).' },
    domains: ['food'],
    sourceUrl: 'https://www.bakery-institute.org/rye',
  },
  {
    type: 'original_visual',
    title: 'Our rye loaves of March',
    content: { url: 'https://rye.example/loaves.png', alt: 'Forty rye loaves on a bench' },
    domains: ['food'],
  },
]
/** The valid assets, one of them twice, and an invalid one. */
const IMPORTED = [
  ...VALID_ASSETS,
  VALID_ASSETS[0],
  { type: 'case_study', title: 'short', content: {}, domains: ['food'] },
]

interface Assets {
  readonly assets: readonly { readonly id: string }[]
}

/** Empties the library of earlier runs. */
export const emptyLibrary = async (page: Page): Promise<void> => {
  const { assets } = await requestAs<Assets & Record<string, unknown>>(
    page,
    'GET',
    '/api/v1/evidence/library?limit=100',
  )
  for (const { id } of assets) await requestAs(page, 'DELETE', `/api/v1/evidence/library/${id}`)
}

/** Adds an asset with the form, which shows missing fields and a preview. */
const addAsset = async ({ page, hands, inspector }: Visit): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Create asset' }).first())
  await hands.choose(page.getByLabel('Type'), 'expert_quote')
  await hands.write(page.getByLabel('Title'), TITLE)
  await hands.write(page.getByLabel('Quote', { exact: true }), 'Rye wants a warm starter, and 26 degrees is warm.')
  await page.getByText('The preview appears here once the required fields are complete.').waitFor()
  await hands.write(page.getByLabel('Speaker', { exact: true }), 'Dr. Ivo Brandt')
  await hands.write(page.getByLabel("Speaker's role (optional)"), 'master baker')
  await page.getByText('— Dr. Ivo Brandt, master baker').waitFor()
  await hands.press(page.getByLabel('Food', { exact: true }))
  await inspector.inspectEverywhere(page, 'new-asset')
  await hands.press(page.getByRole('button', { name: 'Create asset' }))
  await page.getByRole('table', { name: 'Assets' }).getByRole('link', { name: TITLE }).waitFor()
}

/** Imports a file with a result per row. */
const importAssets = async ({ page, hands, inspector }: Visit): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Import assets' }))
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: 'Choose a file' }))
  const buffer = Buffer.from(JSON.stringify(IMPORTED))
  await (await chooser).setFiles({ name: 'assets.json', mimeType: 'application/json', buffer })
  await page.getByText('2 assets added, 1 row rejected, 1 row already in the library.').waitFor()
  await page.getByRole('row').filter({ hasText: 'Rejected' }).getByText('title').waitFor()
  await inspector.inspectEverywhere(page, 'imported')
}

/** Filters by URL, edits and deletes an asset. */
const filterAndEdit = async ({ page, home, hands, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/library`)
  const table = page.getByRole('table', { name: 'Assets' })
  await table.getByRole('link', { name: TITLE }).waitFor()
  await inspector.inspectEverywhere(page, 'library')
  await hands.write(page.getByLabel('Search', { exact: true }), 'on a bench')
  await table.getByRole('link', { name: TITLE }).waitFor({ state: 'detached' })
  await page.waitForURL(/[?&]q=on\+a\+bench/)
  await hands.choose(page.getByLabel('Type'), 'case_study')
  await page.getByText('No asset matches these filters.').waitFor()
  await page.goto(`${home}/evidence/library?type=expert_quote`)
  await hands.press(table.getByRole('link', { name: TITLE }))
  await hands.choose(page.getByLabel('Verification status'), 'verified')
  await hands.press(page.getByRole('button', { name: 'Save' }))
  await page.getByText('The asset was saved.').waitFor()
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await inspector.inspectEverywhere(page, 'delete-asset')
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
}

/** Fills the library by form and by file. */
export const fillLibrary = async (session: Visit): Promise<void> => {
  const { page, home, inspector } = session
  await page.goto(`${home}/evidence/library`, { waitUntil: 'networkidle' })
  await emptyLibrary(page)
  await page.reload()
  await page.getByText('Your assets appear here').waitFor()
  await inspector.inspectOnce(page, 'library-empty')
  await addAsset(session)
  await importAssets(session)
  await filterAndEdit(session)
}

/** Inserts an asset with its source below the cursor's paragraph. */
export const insertAsset = async ({ page, home, hands, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence`, { waitUntil: 'networkidle' })
  await body(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
  await hands.press(page.getByRole('button', { name: 'Insert from library…' }))
  const dialog = page.getByRole('dialog')
  await hands.write(dialog.getByLabel('Search'), 'warm starter')
  await dialog.getByRole('button', { name: `Insert: ${TITLE}` }).waitFor()
  await inspector.inspectEverywhere(page, 'insert')
  await hands.mark(dialog.getByLabel('Below the cursor'))
  await hands.press(dialog.getByRole('button', { name: `Insert: ${TITLE}` }))
  await dialog.waitFor({ state: 'detached' })
  const text = await body(page).inputValue()
  if (!text.startsWith('# How we bake rye bread\n\n> “Rye wants'))
    throw new Error(`The text after the insertion is wrong: ${text}`)
}
