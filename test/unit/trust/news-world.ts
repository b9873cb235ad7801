import { rowTable } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { linkDigest, type Mail, mailAllowance } from '@signet/notifications/mail'
import { newsSubscriberRow } from '@signet/notifications/trust-news/rows'
import { slugOwnerRow } from '@signet/notifications/trust-news/slug-rows'
import { claimsOf, type Intake, judgeIntake } from '@signet/posture'
import { intakeTable } from '@signet/posture/intakes'
import { intakeRow } from '@signet/posture/intakes/rows'
import { receiptRow } from '@signet/receipts/rows'
import { newsMail } from '../../../lambdas/notifications/trust-page-news-requested/message.ts'
import { newsLinkTable } from '../../../lambdas/notifications/trust-page-news-requested/news-link-table.ts'
import { artifactTable } from '../../../lambdas/trust/bundles/artifact-table.ts'
import { pageSettingsRow } from '../../../lambdas/trust/contract/page-settings-row.ts'
import { editionTable } from '../../../lambdas/trust/notices/editions.ts'
import { notifySubscribers } from '../../../lambdas/trust/notices/notify-subscribers.ts'
import { remindOwners } from '../../../lambdas/trust/notices/remind-owners.ts'
import { sweepPages } from '../../../lambdas/trust/notices/sweep-pages.ts'
import { subscriberId, unsubscribeDigest } from '../../../lambdas/trust/subscriptions/news-links.ts'
import { type PageName, subscriptionTable } from '../../../lambdas/trust/subscriptions/subscription-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type TrustOptions, tablesOf } from './trust-world.ts'

const PEPPER = 'a pepper for tests'
const pepper = async () => PEPPER
const log = createLog({ write: () => {} })
const BASE = 'https://own.example'

/** Day of the intake behind a page. */
const DEFAULT_AS_OF = '2026-11-22'

/** Trust page updates over a table, with captured emails. */
export const newsOver = (options: TrustOptions & { readonly send?: (mail: Mail) => Promise<'sent'> }) => {
  const tables = tablesOf(options)
  const events: { type: string; data: Record<string, unknown> }[] = []
  const newsOutbox = outbox({
    table: outboxTable(tables),
    bus: {
      async send(all) {
        events.push(...(all as never[]))
        return all
      },
    },
    log,
  })
  const mails: Mail[] = []
  const recordMail = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  const send = options.send ?? recordMail
  const subscriptions = subscriptionTable({ ...tables, outbox: newsOutbox })
  const mayReceive = mailAllowance({ ...tables, pepper })
  const confirmation = newsMail({ links: newsLinkTable(tables), pepper, mayReceive })
  const receipts = rowTable(receiptRow, tables)
  const sweep = sweepPages({
    ...tables,
    log,
    owners: rowTable(slugOwnerRow, tables),
    artifacts: artifactTable(tables),
    editions: editionTable(tables),
    notify: notifySubscribers({
      subscribers: rowTable(newsSubscriberRow, tables),
      settings: rowTable(pageSettingsRow, tables),
      receipts,
      send,
      pepper,
    }),
    remind: remindOwners({ ...tables, intakes: intakeTable(tables), receipts, outbox: newsOutbox }),
  })

  /** Requests updates. `mail` is the confirmation email. */
  const subscribe = async (page: PageName, email: string, request: string) => {
    const subscriber = subscriberId(PEPPER, page, email)
    await subscriptions.request({ ...page, subscriber, request, email, baseUrl: BASE })
    const data = { org_id: page.org, slug: page.slug, subscriber_id: subscriber, request_id: request }
    const mail = await confirmation({ type: 't', subject: request, time: '', data })
    const token = /subscribe\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    return { subscriber, mail, token }
  }
  const confirm = (slug: string, token: string) =>
    subscriptions.confirm({
      slug,
      digest: linkDigest(PEPPER, token),
      unsubscribeDigestOf: (subscription) => unsubscribeDigest(PEPPER, subscription),
    })
  const unsubscribe = (slug: string, token: string) => subscriptions.end(slug, linkDigest(PEPPER, token))
  return { subscriptions, subscribe, confirm, unsubscribe, sweep, mails, events }
}

/** Stores the receipt of an intake in a state. */
export const storeReceipt = async (
  options: TrustOptions,
  { org, hash, state }: { org: string; hash: string; state: 'active' | 'withdrawn' | 'superseded' },
): Promise<void> => {
  const receipt = {
    org,
    seq: 1,
    kind: 'ciso.intake',
    subject: hash,
    issued_at: `${DEFAULT_AS_OF}T09:00:00.000Z`,
    visibility: 'public' as const,
    payload: '',
    kid: '',
    sig: '',
    claims: JSON.stringify({ organization: 'Loaf Ltd' }),
    state,
  }
  await rowTable(receiptRow, tablesOf(options)).putNew({ hash }, receipt)
}

/** Returns the unsubscribe token of an email. */
export const unsubscribeTokenOf = ({ headers = {} }: Mail): string =>
  /unsubscribe\/([\w-]+)/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''

/** Stores an intake of the organization under a hash, judged on a day. */
export const storeIntake = async (
  options: TrustOptions,
  { org, hash, intake, asOf = DEFAULT_AS_OF }: { org: string; hash: string; intake: Intake; asOf?: string },
): Promise<void> => {
  const verdict = judgeIntake(intake, asOf)
  const claims = Object.fromEntries(claimsOf(intake, verdict, asOf).map(({ name, value }) => [name, value]))
  await rowTable(intakeRow, tablesOf(options)).putNew(
    { org, hash },
    {
      hash,
      asOf,
      createdAt: `${asOf}T09:00:00.000Z`,
      isRefused: verdict.isRefused,
      summary: verdict.summary,
      ruleset: 'r',
      seed: 1,
      latencyMs: 1,
      payload: JSON.stringify(intake),
      findings: JSON.stringify(verdict.findings),
      claims: JSON.stringify(claims),
    },
  )
}
