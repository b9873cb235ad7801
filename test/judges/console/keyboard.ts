import type { Page } from 'playwright-core'
import { codeOf, draws, hasForgotten, seesPicture, takesKey } from './developer.ts'
import { isVisitor, type Visit } from './visit.ts'

const PRESSES_MAX = 120

/** The name of what has the focus, as programs that read aloud tell it. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const text = labels.map((label) => label.innerText).join(' ')
    return (element.getAttribute('aria-label') ?? (text || element.innerText)).trim()
  })

/** Whether the control that has the focus shows it: a person without a mouse has to see where they are. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })

/** Presses Tab until the control of that name has the focus. */
export const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const fits = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const passed: string[] = []
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    const focused = await focusedName(page)
    if (fits(focused)) {
      if (!(await showsFocus(page))) throw new Error(`“${focused}” has the focus and does not show it`)
      return
    }
    passed.push(focused)
    await page.keyboard.press('Tab')
  }
  const last = passed.slice(-15).join(' · ')
  throw new Error(`${PRESSES_MAX} presses of Tab do not lead to ${String(name)}; the last: ${last}`)
}

/** Goes to a link or button by Tab, and presses it. */
export const pressAt = async (page: Page, name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

const types = async (page: Page, name: string | RegExp, text: string): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

const signsUp = async ({ page, home, watch }: Visit): Promise<void> => {
  isVisitor(watch)
  await page.goto(`${home}/keys/new`)
  await page.getByRole('heading', { name: 'As somebody new' }).waitFor()
  await types(page, 'E-mail', `key-${Date.now().toString(36)}@people.example`)
  await types(page, 'Name', 'Keyboard')
  await pressAt(page, 'Sign up')
  await page.getByRole('heading', { name: 'New key' }).waitFor()
  await page.getByLabel('Name', { exact: true }).waitFor()
}

/** The palette opens by a shortcut, is closed by Escape, and gives the focus back. */
const opensPalette = async (page: Page): Promise<void> => {
  await tabTo(page, 'Generate')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const focused = await focusedName(page)
  if (focused !== 'Generate') throw new Error(`After Escape “${focused}” has the focus, not what had it before`)
}

/** A menu opens, is gone through, and closed. */
const opensMenu = async (page: Page): Promise<void> => {
  await pressAt(page, /^Account of/)
  await page.locator('.popover:popover-open').waitFor()
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Escape')
  await page.locator('.popover:popover-open').waitFor({ state: 'detached' })
}

const PROMPT = 'a harbour without a mouse'

/** The developer's journey by Tab, Enter, Space, arrows and Escape alone. */
export const developerByKeyboard = async (seen: Visit): Promise<void> => {
  const { page } = seen
  await signsUp(seen)
  await types(page, 'Name', 'shop')
  await pressAt(page, 'Create key', 'Space')
  await page.getByRole('heading', { name: 'The key “shop”' }).waitFor()
  const key = await takesKey(seen)
  await pressAt(page, 'I have copied it')
  await hasForgotten(page, key)
  await opensMenu(page)
  await pressAt(page, 'Images')
  await types(page, 'Prompt', PROMPT)
  await page.getByText(/^\d+ credits?, \d+ left after it/).waitFor()
  await opensPalette(page)
  await pressAt(page, 'Generate')
  await seesPicture(page, PROMPT)
  await tabTo(page, 'curl')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'CLI' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tabpanel', { name: 'curl' }).waitFor()
  await draws(await codeOf(page, 'The request: curl'), key)
  await pressAt(page, 'Open')
  await page.getByRole('heading', { name: PROMPT }).waitFor()
}
