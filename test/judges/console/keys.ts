import type { Locator, Page } from 'playwright-core'
import type { Hands } from './hands.ts'

const PRESSES_MAX = 120
const OPTIONS_MAX = 30

/** Returns the accessible name of the focused element; empty if nothing has the focus. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
    const text = labels.map((label) => label.innerText).join(' ')
    return (element.getAttribute('aria-label') ?? (text || element.innerText)).trim()
  })

/**
 * Returns a problem of the visible focus: a missing outline, or an element such as a sticky bar that covers it.
 * For hidden controls, the label is checked.
 */
const focusProblem = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined
    const labels = 'labels' in focused ? [...((focused as HTMLInputElement).labels ?? [])] : []
    const visibleElement = focused.checkVisibility({ opacityProperty: true }) ? focused : labels[0]
    if (visibleElement === undefined) return 'is not visible'
    const { outlineStyle, outlineWidth } = getComputedStyle(visibleElement)
    if (outlineStyle === 'none' || outlineWidth === '0px') return 'has no outline'
    const box = visibleElement.getClientRects()[0]
    if (box === undefined) return 'has no size'
    const heights = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]
    const visibleHeights = box.height > innerHeight ? heights.filter((y) => y > 0 && y < innerHeight) : heights
    for (const y of visibleHeights) {
      const topElement = document.elementFromPoint((box.left + box.right) / 2, y)
      if (topElement === null) return 'is outside of the window'
      if (![focused, ...labels].some((part) => part.contains(topElement)))
        return `is covered by ${topElement.outerHTML.slice(0, 120)}`
    }
    return undefined
  })

const requireVisibleFocus = async (page: Page): Promise<void> => {
  const fault = await focusProblem(page)
  if (fault !== undefined) throw new Error(`“${await focusedName(page)}” has the focus and ${fault}`)
}

/** Requires that the previous action has not lost the focus. A page that was just opened has no focus yet. */
export const requireFocus = async (page: Page): Promise<void> => {
  const isLost = await page.evaluate(() => {
    const isNew = !('signetWorked' in window)
    Object.assign(window, { signetWorked: true })
    return !isNew && (document.activeElement === null || document.activeElement === document.body)
  })
  if (isLost) throw new Error('Nothing has the focus: the previous action has lost it')
}

/** True if the control has the focus; for radio buttons, if one of the group has it. */
const isReached = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const focused = document.activeElement
    if (element === focused) return true
    const [first, second] = [element, focused] as (HTMLInputElement | null)[]
    return (
      first?.type === 'radio' && second?.type === 'radio' && first.form === second.form && first.name === second.name
    )
  })

const precedesFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { activeElement: focused, body } = document
    if (focused === null || focused === body) return false
    return (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  })

/** Presses Tab or Shift+Tab until the control has the focus. Every focused element on the way must show its focus. */
export const tabTo = async (control: Locator): Promise<void> => {
  const page = control.page()
  await control.waitFor()
  await requireFocus(page)
  const key = (await precedesFocus(control)) ? 'Shift+Tab' : 'Tab'
  const visitedNames: string[] = []
  while (!(await isReached(control))) {
    if (visitedNames.length === PRESSES_MAX)
      throw new Error(
        `${PRESSES_MAX} presses of ${key} do not lead to ${control}: ${visitedNames.slice(-15).join(' · ')}`,
      )
    await page.keyboard.press(key)
    await requireVisibleFocus(page)
    visitedNames.push(await focusedName(page))
  }
  await requireVisibleFocus(page)
}

let pressedButtons = 0

/** Links take Enter and checkboxes Space; buttons alternate between both. */
const keyOf = async (control: Locator): Promise<'Enter' | 'Space'> => {
  const kind = await control.evaluate(({ localName }) => localName)
  if (kind === 'a') return 'Enter'
  return kind === 'input' || pressedButtons++ % 2 === 1 ? 'Space' : 'Enter'
}

/** Presses the key until the condition is true. */
const pressUntil = async (page: Page, key: string, isDone: () => Promise<boolean>): Promise<void> => {
  for (let presses = 0; !(await isDone()); presses++) {
    if (presses === OPTIONS_MAX) throw new Error(`${OPTIONS_MAX} presses of ${key} do not select the value`)
    await page.keyboard.press(key)
  }
}

/** Uses only Tab, Enter, Space, arrow and letter keys. */
export const keyboard: Hands = {
  async press(control) {
    await tabTo(control)
    await control.page().keyboard.press(await keyOf(control))
  },
  async write(field, text) {
    const { keyboard: keys } = field.page()
    await tabTo(field)
    await keys.press('Control+A')
    await keys.type(text)
  },
  async choose(list, value) {
    await tabTo(list)
    await list.page().keyboard.press('Home')
    await pressUntil(list.page(), 'ArrowDown', async () => (await list.inputValue()) === value)
  },
  async mark(choice) {
    await tabTo(choice)
    await pressUntil(choice.page(), 'ArrowDown', () => choice.isChecked())
  },
}
