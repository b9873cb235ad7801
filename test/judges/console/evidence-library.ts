import type { Page } from 'playwright-core'
import { body } from './evidence-text.ts'
import { askAs, type Visit } from './visit.ts'

const TITLE = 'A baker of forty years on rye'

/** Three that can be kept, one of them twice, and one that cannot. */
const FILE = [
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
const IMPORTED = [...FILE, FILE[0], { type: 'case_study', title: 'short', content: {}, domains: ['food'] }]

interface Assets {
  readonly assets: readonly { readonly id: string }[]
}

/** Empties the library, whatever earlier runs have left in it. */
export const emptiesLibrary = async (page: Page): Promise<void> => {
  const { assets } = await askAs<Assets & Record<string, unknown>>(page, 'GET', '/api/v1/evidence/library?limit=100')
  for (const { id } of assets) await askAs(page, 'DELETE', `/api/v1/evidence/library/${id}`)
}

/** An asset by the form: what is missing is said, and how it will stand in a text. */
const adds = async ({ page, hands, look }: Visit): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Add the first asset' }))
  await hands.choose(page.getByLabel('Type'), 'expert_quote')
  await hands.write(page.getByLabel('Title'), TITLE)
  await hands.write(page.getByLabel('What they said'), 'Rye wants a warm starter, and 26 degrees is warm.')
  await page.getByText('It shows here once it says what its type needs.').waitFor()
  await hands.write(page.getByLabel('Who said it'), 'Dr. Ivo Brandt')
  await hands.write(page.getByLabel('Their role (optional)'), 'master baker')
  await page.getByText('— Dr. Ivo Brandt, master baker').waitFor()
  await hands.press(page.getByLabel('Food', { exact: true }))
  await look.all(page, 'new-asset')
  await hands.press(page.getByRole('button', { name: 'Add to the library' }))
  await page.getByRole('table', { name: 'Assets' }).getByRole('link', { name: TITLE }).waitFor()
}

/** A file of assets, and what became of each row. */
const imports = async ({ page, hands, look }: Visit): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Import' }))
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: 'Choose a file' }))
  const buffer = Buffer.from(JSON.stringify(IMPORTED))
  await (await chooser).setFiles({ name: 'assets.json', mimeType: 'application/json', buffer })
  await page.getByText('2 assets added, 1 row refused, 1 row there already.').waitFor()
  await page.getByRole('row').filter({ hasText: 'Refused' }).getByText('title').waitFor()
  await look.all(page, 'imported')
}

/** Filters stand in the address; an asset is changed and deleted. */
const keeps = async ({ page, home, hands, look }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/library`)
  const table = page.getByRole('table', { name: 'Assets' })
  await table.getByRole('link', { name: TITLE }).waitFor()
  await look.all(page, 'library')
  await hands.write(page.getByLabel('Words'), 'on a bench')
  await table.getByRole('link', { name: TITLE }).waitFor({ state: 'detached' })
  await page.waitForURL(/[?&]q=on\+a\+bench/)
  await hands.choose(page.getByLabel('Type'), 'case_study')
  await page.getByText('No asset fits these filters.').waitFor()
  await page.goto(`${home}/evidence/library?type=expert_quote`)
  await hands.press(table.getByRole('link', { name: TITLE }))
  await hands.choose(page.getByLabel('Verified'), 'verified')
  await hands.press(page.getByRole('button', { name: 'Save' }))
  await page.getByText('Saved.').waitFor()
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await look.all(page, 'delete-asset')
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
}

/** The library is filled by form and by file. */
export const fillsLibrary = async (seen: Visit): Promise<void> => {
  const { page, home, look } = seen
  await page.goto(`${home}/evidence/library`, { waitUntil: 'networkidle' })
  await emptiesLibrary(page)
  await page.reload()
  await page.getByText('The library is empty.').waitFor()
  await look.now(page, 'library-empty')
  await adds(seen)
  await imports(seen)
  await keeps(seen)
}

/** An asset is put into the text, below the paragraph of the cursor, with who says it. */
export const inserts = async ({ page, home, hands, look }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence`, { waitUntil: 'networkidle' })
  await body(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3))
  await hands.press(page.getByRole('button', { name: 'Insert from library…' }))
  const dialog = page.getByRole('dialog')
  await hands.write(dialog.getByLabel('Words'), 'warm starter')
  await dialog.getByRole('button', { name: `Insert: ${TITLE}` }).waitFor()
  await look.all(page, 'insert')
  await hands.mark(dialog.getByLabel('Below the cursor'))
  await hands.press(dialog.getByRole('button', { name: `Insert: ${TITLE}` }))
  await dialog.waitFor({ state: 'detached' })
  const text = await body(page).inputValue()
  if (!text.startsWith('# How we bake rye bread\n\n> “Rye wants')) throw new Error(`It is put in so: ${text}`)
}
