import { attests, fillsGaps } from './evidence-attest.ts'
import { fillsLibrary, inserts } from './evidence-library.ts'
import { body, counts, measures, TEXT, writes } from './evidence-text.ts'
import { keyboard } from './keys.ts'
import { actForOneself, type Bench, enterAs, enterAsNewcomer, type Visit, visit } from './visit.ts'

/** The free plan stores no assets; the refusal links to the plans. */
const isRefused = async ({ page, home, look }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/library/new`, { waitUntil: 'networkidle' })
  await page.getByLabel('Title').fill('An asset of the free plan')
  await page.getByLabel('Quote', { exact: true }).fill('Bread is good.')
  await page.getByLabel('Speaker', { exact: true }).fill('A customer')
  await page.getByLabel('Food', { exact: true }).check()
  await page.getByRole('button', { name: 'Create asset' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Upgrade' }).waitFor()
  await look.now(page, 'library-limit')
  await page.goto(`${home}/evidence`, { waitUntil: 'networkidle' })
  await body(page).fill(TEXT)
  await page.getByRole('button', { name: 'Fill gaps…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Fill gaps' }).click()
  await dialog.getByRole('alert').getByRole('link', { name: 'Upgrade' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${home}/evidence/attest?step=3`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Attest', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Upgrade' }).waitFor()
  await look.now(page, 'attest-plan')
}

/** A refusal is shown at the field and links to it. */
const showsFieldErrors = async ({ page, home, look }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence/attest?step=3`, { waitUntil: 'networkidle' })
  const said = 'publicPayload.size holds 1.5, which is not an integer'
  await page.route('**/attest', (route) =>
    route.fulfill({ status: 400, json: { error: said, code: 'invalid_public_payload' } }),
  )
  await page.getByRole('button', { name: 'Attest', exact: true }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Go to the field' }).click()
  await page.getByRole('group', { name: 'Public data' }).getByText(said).waitFor()
  await page.unroute('**/attest')
  await look.now(page, 'attest-mended')
}

const enterAsPro = async (seen: Visit, { system }: Bench): Promise<void> => {
  await enterAs(seen, system, 'pro')
  await seen.page.goto(`${seen.home}/evidence`, { waitUntil: 'networkidle' })
  await actForOneself(seen.page)
}

/** Fills gaps and attests by keyboard alone. */
const withoutMouse = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'evidence-keyboard',
    async (seen) => {
      await enterAsPro(seen, bench)
      await body(seen.page).fill(TEXT)
      await seen.page.getByRole('progressbar', { name: 'Score' }).waitFor()
      await inserts(seen)
      await fillsGaps(seen)
      await attests(seen)
    },
    { viewport: { width: 1280, height: 900 } },
    keyboard,
  )

/** Texts and evidence: written, checked, filled from the library and attested. */
export const judgeEvidence = async (bench: Bench): Promise<string> => {
  let took = 0
  await visit(bench, 'evidence-free', async (seen) => {
    seen.watch.provokes(/status of 402/, 'the free plan keeps no assets')
    seen.watch.provokes(/status of 400.*\/attest/, 'a payload is refused')
    await enterAsNewcomer(seen, '/evidence', 'Eve')
    await isRefused(seen)
    await showsFieldErrors(seen)
  })
  await visit(bench, 'evidence', async (seen) => {
    seen.watch.provokes(/ERR_INTERNET_DISCONNECTED/, 'a text is checked without a network')
    await enterAsPro(seen, bench)
    await writes(seen)
    await counts(seen)
    took = await measures(seen)
    await fillsLibrary(seen)
    await seen.page.goto(`${seen.home}/evidence`, { waitUntil: 'networkidle' })
    await body(seen.page).fill(TEXT)
    await inserts(seen)
    await fillsGaps(seen)
    await attests(seen)
    await seen.page.goto(`${seen.home}/evidence/history`)
    await seen.page.getByRole('table', { name: 'Gap fills' }).waitFor()
    await seen.look.all(seen.page, 'history')
  })
  await withoutMouse(bench)
  return `2,000 words are checked in ${took} ms; a text is filled from a library and attested, by keyboard alone, too`
}
