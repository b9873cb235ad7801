import type { Locator } from 'playwright-core'

/** Actions of a user on a page. A journey is written once and run with the mouse and by keyboard alone (keys.ts). */
export interface Hands {
  /** Presses a button, follows a link or flips a switch. */
  press(control: Locator): Promise<void>
  /** Replaces the content of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Selects a value in a list. */
  choose(list: Locator, value: string): Promise<void>
  /** Selects a radio button. */
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
