import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'

const TIMEOUT_MS = 60_000

/**
 * Returns the newest mail to the address with a matching subject in the local mailbox; mails with `earlierLink` are
 * skipped. Polls until the mail arrives.
 */
const openMail = async (page: Page, { control }: RunningSystem, to: string, subject: RegExp, earlierLink?: string) => {
  const mail = page
    .getByRole('article')
    .filter({ hasText: to })
    .filter({ has: page.getByRole('heading', { name: subject }) })
    .filter(earlierLink === undefined ? {} : { hasNotText: earlierLink })
    .first()
  for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
    await page.goto(`${control}/_local/mailbox`)
    if ((await mail.count()) > 0) return mail
  }
  throw new Error(`No mail ${subject} to ${to} has arrived`)
}

/** Reads a mail. @returns its text */
export const readMail = async (page: Page, system: RunningSystem, to: string, subject: RegExp): Promise<string> =>
  (await openMail(page, system, to, subject)).innerText()

/** Opens the mailbox and follows a link of the newest mail. @returns the URL of the page */
export const followMailLink = async (
  page: Page,
  system: RunningSystem,
  to: string,
  subject: RegExp,
  link: RegExp,
  earlierLink?: string,
): Promise<string> => {
  const mail = await openMail(page, system, to, subject, earlierLink)
  await mail.getByRole('link', { name: link }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.url()
}
