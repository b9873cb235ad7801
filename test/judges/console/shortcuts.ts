import type { Locator, Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { tabTo } from './keys.ts'
import { type PageInput, signInAs, type Visit } from './visit.ts'

/** Escape closes an element and restores the focus. */
const checkEscapeCloses = async (page: Page, overlay: Locator, opener: Locator): Promise<void> => {
  await page.keyboard.press('Escape')
  await overlay.waitFor({ state: 'detached' })
  if (!(await opener.evaluate((element) => element === document.activeElement)))
    throw new Error(`After Escape, ${opener} does not have the focus again`)
}

/** Arrow keys move between the languages of a sample. */
const checkTabs = async ({ page }: PageInput): Promise<void> => {
  await tabTo(page.getByRole('tab', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'CLI' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tabpanel', { name: 'curl' }).waitFor()
}

/** Opens a menu, moves through it and closes it. */
const checkMenu = async ({ page, hands }: PageInput): Promise<void> => {
  const button = page.getByRole('button', { name: /^Account of/ })
  await hands.press(button)
  await tabTo(page.getByRole('button', { name: 'Sign out' }))
  await checkEscapeCloses(page, page.locator('.popover:popover-open'), button)
}

/** A dialog traps the focus: Tab cycles through it. */
const checkDialog = async ({ page, hands }: PageInput): Promise<void> => {
  const button = page.getByRole('button', { name: 'Delete…' })
  const dialog = page.getByRole('dialog', { name: 'Delete this image?' })
  await hands.press(button)
  await tabTo(dialog.getByRole('button', { name: 'Delete image' }))
  await tabTo(dialog.getByRole('button', { name: 'Cancel' }))
  await checkEscapeCloses(page, dialog, button)
}

/** The palette opens by shortcut, closes, and finds pages even for fast typing. */
const checkPalette = async ({ page, hands }: PageInput): Promise<void> => {
  const generate = page.getByRole('button', { name: 'Generate' })
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await tabTo(generate)
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await checkEscapeCloses(page, palette, generate)
  await page.keyboard.press('Control+k')
  await hands.write(palette.getByRole('combobox'), 'notebooks')
  await palette.getByRole('option', { name: 'Notebooks' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Notebook title').waitFor()
}

/** Keyboard features beyond Tab and Enter: arrows in tabs, Escape, the palette and its shortcut. */
export const judgeShortcuts = async (session: Visit, { system }: { readonly system: RunningSystem }): Promise<void> => {
  const { page, home, hands } = session
  await signInAs(session, system, 'pro')
  await page.goto(`${home}/images`)
  await hands.write(page.getByRole('textbox', { name: 'Prompt' }), 'a harbour without a mouse')
  await checkTabs(session)
  await checkMenu(session)
  await hands.press(page.getByRole('button', { name: 'Generate' }))
  await hands.press(page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Open' }))
  await page.getByRole('link', { name: 'Download' }).waitFor()
  await checkDialog(session)
  await page.goBack()
  await checkPalette(session)
}
