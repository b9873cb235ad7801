import type { Locator } from 'playwright-core'

/** How a person works a page. A journey is told once, and gone with the mouse and by keyboard alone (keys.ts). */
export interface Hands {
  /** Presses a button, follows a link, flips a switch. */
  press(control: Locator): Promise<void>
  /** Writes over what is in a field. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses a value of a list. */
  choose(list: Locator, value: string): Promise<void>
  /** Chooses one of several radio buttons. */
  mark(choice: Locator): Promise<void>
}

export const mouse: Hands = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  choose: async (list, value) => {
    await list.selectOption(value)
  },
  mark: (choice) => choice.check(),
}
