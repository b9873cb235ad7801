import type { ConsoleMessage, Page } from 'playwright-core'

/** Unexpected problems on a page during use. */
export interface Watch {
  /** Problems found so far that were not provoked. */
  readonly problems: readonly string[]
  /** From now on, matching problems are expected; the reason documents the step. */
  provokes(pattern: RegExp, reason: string): void
}

/** Returns a console message with its URL, which Chromium omits in "Failed to load resource". */
const wordsOf = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`

/** Reports console and script errors, policy violations, dialogs, and requests to other machines. */
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
