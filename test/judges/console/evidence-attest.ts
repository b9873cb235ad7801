import { body } from './evidence-text.ts'
import type { Visit } from './visit.ts'

/** Fills gaps: the price is shown first, and each change is applied or discarded. */
export const fillGaps = async ({ page, hands, inspector }: Visit): Promise<void> => {
  const before = await body(page).inputValue()
  await hands.press(page.getByRole('button', { name: 'Fill gaps…' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The model cost (at most $0.25) is included').waitFor()
  await inspector.inspectEverywhere(page, 'fill-before')
  await hands.press(dialog.getByRole('button', { name: 'Fill gaps' }))
  await dialog.getByRole('table', { name: 'Rounds' }).waitFor()
  const assets = await dialog.locator('td[data-label=Assets]').first().innerText()
  if (assets !== '2') throw new Error(`The first round reports ${assets} assets, not two`)
  const changes = dialog.getByRole('checkbox')
  if ((await changes.count()) < 2) throw new Error(`${await changes.count()} changes are offered, not two`)
  const [appliedDiff = '', skippedDiff = ''] = await dialog.locator('.diff').allInnerTexts()
  await inspector.inspectEverywhere(page, 'filled')
  for (let position = (await changes.count()) - 1; position > 0; position--) await hands.press(changes.nth(position))
  await hands.press(dialog.getByRole('button', { name: 'Apply 1 change' }))
  await dialog.waitFor({ state: 'detached' })
  const after = await body(page).inputValue()
  const longest = (diff: string): string => diff.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? ''
  if (after.length <= before.length || !after.includes(longest(appliedDiff)))
    throw new Error(`Not applied: ${appliedDiff}`)
  if (after.includes(longest(skippedDiff))) throw new Error(`Applied, though it was deselected: ${skippedDiff}`)
}

/** Attests step by step and verifies the receipt. */
export const attestText = async ({ page, hands, inspector }: Visit): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Attest text…' }))
  await page.getByRole('progressbar', { name: 'Score' }).waitFor()
  await inspector.inspectEverywhere(page, 'attest-text')
  const next = page.getByRole('button', { name: 'Next' })
  await hands.press(next)
  await hands.write(page.getByLabel('Name 1'), 'article')
  await hands.write(page.getByLabel('Value 1'), 'How we bake rye bread')
  await hands.press(page.getByRole('button', { name: 'Add row' }))
  await hands.write(page.getByLabel('Name 2'), 'loaves')
  await hands.choose(page.getByLabel('Kind 2'), 'integer')
  await hands.write(page.getByLabel('Value 2'), 'forty')
  await page.getByText('Row 2 must be an integer').waitFor()
  await hands.write(page.getByLabel('Value 2'), '40')
  await hands.write(page.getByLabel(/^Approved plan/), 'Weigh each loaf')
  await inspector.inspectEverywhere(page, 'attest-receipt')
  await hands.press(next)
  await page.getByText('article, loaves').waitFor()
  await inspector.inspectEverywhere(page, 'attest-confirm')
  await hands.press(page.getByRole('button', { name: 'Attest text', exact: true }))
  await page.waitForURL(/\/evidence\/attestations\/[0-9a-f]{64}$/)
  await page
    .getByRole('region', { name: 'Receipt' })
    .getByText(/of 100/)
    .waitFor()
  await inspector.inspectEverywhere(page, 'attested')
  await hands.press(page.getByRole('link', { name: 'View receipt' }))
  await page.getByRole('heading', { name: 'Attestation', exact: true }).waitFor()
  await hands.press(page.getByRole('link', { name: 'Verify receipt' }))
  await page.getByText('This receipt is valid').first().waitFor()
}
