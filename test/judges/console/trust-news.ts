import { advanceClock } from './control.ts'
import { followMailLink, readMail } from './mailbox.ts'
import type { Bench, Visit } from './visit.ts'

/** Longer than the rest period before a change is reported, and than the interval of the sweep. */
const SETTLED_MINUTES = 60

/** Subscribes to a page and confirms the address with the link of a mail. */
export const subscribes = async (
  { page, home, inspector }: Visit,
  { system }: Bench,
  slug: string,
  mail: string,
): Promise<void> => {
  await page.goto(`${home}/trust/${slug}`)
  await page.getByRole('link', { name: 'Subscribe' }).click()
  await page.getByLabel('Email address').fill(mail)
  await inspector.inspectOnce(page, 'subscribe')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await followMailLink(page, system, mail, /^Confirm your subscription/, /\/subscribe\//)
  await inspector.inspectOnce(page, 'subscribe-confirm')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  // Baseline for the next change.
  await advanceClock(system, SETTLED_MINUTES)
}

/** After a change, a mail reports it and offers to unsubscribe. */
export const checkNewsMail = async (
  { page, inspector }: Visit,
  { system }: Bench,
  mail: string,
  news: string,
): Promise<void> => {
  await advanceClock(system, SETTLED_MINUTES)
  const text = await readMail(page, system, mail, /has changed$/)
  if (!text.includes(news)) throw new Error(`The mail does not contain “${news}”: ${text}`)
  await followMailLink(page, system, mail, /has changed$/, /\/unsubscribe\//)
  await inspector.inspectOnce(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
}
