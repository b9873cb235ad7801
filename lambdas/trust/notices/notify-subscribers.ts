import type { RowTable, SecretSource } from '@signet/kernel'
import { type Mail, type SendMail, unsubscribeHeaders } from '@signet/notifications/mail'
import type { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { pageLinks, unsubscribeToken } from '../subscriptions/news-links.ts'
import type { PageName, SubscriberRow } from '../subscriptions/subscription-table.ts'
import { type NameDeps, organizationNames } from '../views/slug-state.ts'
import type { AnnouncedPage } from './announced-page.ts'
import type { EditionRow } from './editions.ts'

export interface NotifyDeps extends NameDeps {
  readonly subscribers: Pick<RowTable<typeof newsSubscriberRow>, 'page' | 'replace'>
  readonly send: SendMail
  readonly pepper: SecretSource
}

const PAGE_SIZE = 100

interface NamedPage extends PageName {
  readonly organization: string
}

const mailOf = (page: NamedPage, { changes }: EditionRow, subscriber: SubscriberRow, pepperText: string): Mail => {
  const links = pageLinks(subscriber.base_url, page.slug)
  const token = unsubscribeToken(pepperText, { org: page.org, slug: page.slug, subscriber: subscriber.subscriber })
  const unsubscribeUrl = links.unsubscribe(token)
  const changeList = changes.map((change) => `- ${change}`).join('\n')
  // A page without a name uses its slug as the name.
  const ownerText = page.organization === page.slug ? '' : ` of ${page.organization}`
  const changed = `The trust page “${page.slug}”${ownerText} has changed`
  return {
    to: subscriber.email,
    subject: changed,
    text: `Hello,\n\n${changed}:\n\n${changeList}\n\n${links.page}\n\nUnsubscribe: ${unsubscribeUrl}\n`,
    headers: unsubscribeHeaders(unsubscribeUrl),
  }
}

/**
 * Emails the latest edition of a page to subscribers who have not received it. After a crash, a subscriber can get the
 * same mail twice. @throws MailDelayed if the daily mail limit is reached
 */
export const notifySubscribers =
  ({ subscribers, send, pepper, ...names }: NotifyDeps) =>
  async (page: PageName, edition: EditionRow): Promise<number> => {
    const secret = await pepper()
    const { hash } = JSON.parse(edition.shown) as AnnouncedPage
    const { organization } = await organizationNames(names, { ...page, hash })
    let mailed = 0
    let cursor: string | null = null
    do {
      const { rows, nextCursor }: Awaited<ReturnType<NotifyDeps['subscribers']['page']>> = await subscribers.page(
        page,
        {
          limit: PAGE_SIZE,
          cursor: cursor ?? undefined,
        },
      )
      for (const row of rows.filter((row) => row.notified_edition < edition.edition)) {
        await send(mailOf({ ...page, organization }, edition, row, secret))
        const after = { ...row, notified_edition: edition.edition }
        await subscribers.replace({ ...page, subscriber: row.subscriber }, after, {
          notified_edition: row.notified_edition,
        })
        mailed += 1
      }
      cursor = nextCursor
    } while (cursor !== null)
    return mailed
  }
