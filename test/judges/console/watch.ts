import type { ConsoleMessage, Page } from 'playwright-core'

/** Unexpected problems on a page during use. */
export interface Watch {
  /** Unexpected problems so far. */
  readonly problems: readonly string[]
  /** From now on, matching problems are expected; the reason documents the step. */
  expectProblems(pattern: RegExp, reason: string): void
}

/** Returns a console message with its URL, which Chromium omits in "Failed to load resource". */
const messageText = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`

/** Reports console and script errors, policy violations, dialogs, and requests to other machines. */
export const watchPage = (page: Page): Watch => {
  const problems: string[] = []
  const expectedPatterns: RegExp[] = []
  const report = (problem: string) => {
    if (!expectedPatterns.some((pattern) => pattern.test(problem))) problems.push(`${problem} at ${page.url()}`)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') report(messageText(message))
  })
  page.on('pageerror', (error) => report(`script: ${error.message}`))
  page.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') report(`a request left for ${request.url()}`)
  })
  return {
    problems,
    expectProblems(pattern, _reason) {
      expectedPatterns.push(pattern)
    },
  }
}
