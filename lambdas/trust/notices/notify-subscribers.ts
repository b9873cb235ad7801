import type { RowTable, SecretSource } from '@signet/kernel'
import { type Mail, type SendMail, unsubscribeHeaders } from '@signet/notifications/mail'
import type { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { endToken, pageLinks } from '../subscriptions/news-links.ts'
import type { PageName, SubscriberRow } from '../subscriptions/subscription-table.ts'
import type { EditionRow } from './editions.ts'

export interface NotifyDeps {
  readonly subscribers: Pick<RowTable<typeof newsSubscriberRow>, 'page' | 'replace'>
  readonly send: SendMail
  readonly pepper: SecretSource
}

const PAGE = 100

const mailOf = (page: PageName, { changes }: EditionRow, who: SubscriberRow, secret: string): Mail => {
  const links = pageLinks(who.base_url, page.slug)
  const end = links.end(endToken(secret, { ...page, subscriber: who.subscriber }))
  const listed = changes.map((change) => `- ${change}`).join('\n')
  return {
    to: who.email,
    subject: `The trust page “${page.slug}” has changed`,
    text: `Hello,\n\nThe trust page “${page.slug}” has changed:\n\n${listed}\n\n${links.page}\n\nUnsubscribe: ${end}\n`,
    headers: unsubscribeHeaders(end),
  }
}

/**
 * Emails the latest edition of a page to subscribers who have not received it. A crash after a mail was accepted can
 * send it twice. @throws MailDelayed if the daily mail limit is reached
 */
export const notifySubscribers =
  ({ subscribers, send, pepper }: NotifyDeps) =>
  async (page: PageName, edition: EditionRow): Promise<number> => {
    const secret = await pepper()
    let mailed = 0
    let cursor: string | null = null
    do {
      const { rows, nextCursor }: Awaited<ReturnType<NotifyDeps['subscribers']['page']>> = await subscribers.page(
        page,
        {
          limit: PAGE,
          cursor: cursor ?? undefined,
        },
      )
      for (const who of rows.filter((row) => row.told < edition.edition)) {
        await send(mailOf(page, edition, who, secret))
        const after = { ...who, told: edition.edition }
        await subscribers.replace({ ...page, subscriber: who.subscriber }, after, { told: who.told })
        mailed += 1
      }
      cursor = nextCursor
    } while (cursor !== null)
    return mailed
  }
