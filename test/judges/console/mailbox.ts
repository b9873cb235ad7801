import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'

const PATIENCE_MS = 60_000

/**
 * Returns the newest mail to the address with a matching subject in the local mailbox, without the link of an earlier
 * one. Polls until it arrives.
 */
const openMail = async (page: Page, { control }: RunningSystem, to: string, subject: RegExp, former?: string) => {
  const mail = page
    .getByRole('article')
    .filter({ hasText: to })
    .filter({ has: page.getByRole('heading', { name: subject }) })
    .filter(former === undefined ? {} : { hasNotText: former })
    .first()
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(500)) {
    await page.goto(`${control}/_local/mailbox`)
    if ((await mail.count()) > 0) return mail
  }
  throw new Error(`No mail ${subject} came to ${to}`)
}

/** Reads a mail. @returns its text */
export const readsMail = async (page: Page, system: RunningSystem, to: string, subject: RegExp): Promise<string> =>
  (await openMail(page, system, to, subject)).innerText()

/** Opens the mailbox and follows the link of a mail that is not an earlier one. @returns the URL of the link */
export const followsMail = async (
  page: Page,
  system: RunningSystem,
  to: string,
  subject: RegExp,
  link: RegExp,
  former?: string,
): Promise<string> => {
  const mail = await openMail(page, system, to, subject, former)
  await mail.getByRole('link', { name: link }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page.url()
}
