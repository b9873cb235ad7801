import { letPass } from './control.ts'
import { followsMail, readsMail } from './mailbox.ts'
import type { Bench, Visit } from './visit.ts'

/** Longer than a page has to be at rest before it is told of, and than the looks at pages are apart. */
const SETTLED_MINUTES = 60

/** Subscribes to a page, and shows by the link of a mail whose address it is. */
export const subscribes = async (
  { page, home, look }: Visit,
  { system }: Bench,
  slug: string,
  mail: string,
): Promise<void> => {
  await page.goto(`${home}/trust/${slug}`)
  await page.getByRole('link', { name: 'Subscribe' }).click()
  await page.getByLabel('Email address').fill(mail)
  await look.now(page, 'subscribe')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await followsMail(page, system, mail, /^Confirm your subscription/, /\/subscribe\//)
  await look.now(page, 'subscribe-confirm')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  // What the page shows now is what a change is a change of.
  await letPass(system, SETTLED_MINUTES)
}

/** After a change a mail says what is new, and one of its links is the way out. */
export const isTold = async ({ page, look }: Visit, { system }: Bench, mail: string, news: string): Promise<void> => {
  await letPass(system, SETTLED_MINUTES)
  const text = await readsMail(page, system, mail, /has changed$/)
  if (!text.includes(news)) throw new Error(`The mail does not tell of “${news}”: ${text}`)
  await followsMail(page, system, mail, /has changed$/, /\/unsubscribe\//)
  await look.now(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are not subscribed' }).waitFor()
}
