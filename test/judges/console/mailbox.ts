import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'

const PATIENCE_MS = 60_000

/** The newest mail to the address whose subject fits, in the local mailbox, without the link of a former one. It is looked for until it is there. */
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

/** Opens the mailbox in place of a mail program, and follows the link of a mail, which is not a former one. @returns the address of the link */
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
