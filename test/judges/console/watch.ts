import type { ConsoleMessage, Page } from 'playwright-core'

/** What goes wrong on a page by itself while it is used. */
export interface Watch {
  /** What was found so far and was not provoked. */
  readonly problems: readonly string[]
  /** From now on what fits is provoked by a step: the reason is for readers of the judge. */
  provokes(pattern: RegExp, reason: string): void
}

/** Texts with the address that they are about: Chromium leaves it out of "Failed to load resource". */
const wordsOf = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`

/** Listens for errors on the console and in scripts, for what the page's policy refuses, dialogs, and requests off this machine. */
export const watchPage = (page: Page): Watch => {
  const found: string[] = []
  const provoked: RegExp[] = []
  const tell = (problem: string) => {
    if (!provoked.some((pattern) => pattern.test(problem))) found.push(`${problem} at ${page.url()}`)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tell(wordsOf(message))
  })
  page.on('pageerror', (error) => tell(`script: ${error.message}`))
  page.on('dialog', (dialog) => {
    tell(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') tell(`a request left for ${request.url()}`)
  })
  return {
    problems: found,
    provokes(pattern, _reason) {
      provoked.push(pattern)
    },
  }
}
