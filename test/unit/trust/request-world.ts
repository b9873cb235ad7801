import { randomUUID } from 'node:crypto'
import { newUuid, rowTable } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { type MailOf, mailAllowance } from '@signet/notifications/mail'
import { type RequestLink, requestLinks, requestTables } from '@signet/notifications/trust-requests'
import { requestMailsRow } from '@signet/notifications/trust-requests/rows'
import { receiptIssuer } from '@signet/receipts/issuing'
import { receiptKeyRow } from '@signet/receipts/rows'
import { proofMail } from '../../../lambdas/notifications/trust-request-asked/message.ts'
import { declinedMail } from '../../../lambdas/notifications/trust-request-declined/message.ts'
import { grantMail } from '../../../lambdas/notifications/trust-request-granted/message.ts'
import { revokedMail } from '../../../lambdas/notifications/trust-request-revoked/message.ts'
import { artifactRow } from '../../../lambdas/trust/contract/artifact-rows.ts'
import { decideRequest } from '../../../lambdas/trust/requests/decide-request.ts'
import { proveRequest } from '../../../lambdas/trust/requests/prove-request.ts'
import { readerTable } from '../../../lambdas/trust/requests/reader-table.ts'
import { submitRequest } from '../../../lambdas/trust/requests/submit-request.ts'
import { termsTable } from '../../../lambdas/trust/requests/terms-table.ts'
import { grantedArtifact } from '../../../lambdas/trust/visitors/granted-artifact.ts'
import { silentLog } from '../../support/paid-world.ts'
import { issuerDeps } from '../receipts/issuing/issuing-world.ts'
import { sha256 } from './bundle-world.ts'
import { type TrustOptions, tablesOf } from './trust-world.ts'

const pepper = async (): Promise<string> => 'the pepper of the tests'

/** An event as the mail worker receives it. */
export type MailEvent = Parameters<MailOf>[0]

/** Requests of organizations over a table, from the form to the link. */
export const requestsOver = (options: TrustOptions) => {
  const tables: ReturnType<typeof tablesOf> = tablesOf(options)
  const published: MailEvent[] = []
  const bus = {
    send: async <Events extends readonly object[]>(events: Events): Promise<Events> => {
      published.push(...(events as unknown as MailEvent[]))
      return events
    },
  }
  const requestOutbox = outbox({ table: outboxTable(tables), bus: bus as never, log: silentLog })
  const rows = { tables: requestTables(tables), artifacts: rowTable(artifactRow, tables), terms: termsTable(tables) }
  const deps = { ...tables, ...rows, outbox: requestOutbox, pepper, newId: newUuid }
  const links = requestLinks(deps)
  const issue = receiptIssuer(issuerDeps({ db: options.db }, { now: options.now }))
  const mailDeps = { ...deps, links, mayReceive: mailAllowance(deps) }
  const mails = {
    'trust-request.asked': proofMail(mailDeps),
    'trust-request.granted': grantMail(mailDeps),
    'trust-request.declined': declinedMail(mailDeps),
    'trust-request.revoked': revokedMail(mailDeps),
  }
  const mailOf = async (event: MailEvent) => {
    const [name] = Object.keys(mails).filter((each) => event.type.includes(each))
    return name === undefined ? undefined : mails[name as keyof typeof mails](event)
  }
  return {
    ...rows,
    published,
    links,
    mailOf,
    readers: readerTable(deps),
    granted: grantedArtifact({ ...deps, links }),
    ask: submitRequest(deps),
    prove: proveRequest({ ...deps, issue }),
    decide: decideRequest(deps),
    receipts: rowTable(receiptKeyRow, tables),
    counts: rowTable(requestMailsRow, tables),
    artifactRows: rowTable(artifactRow, tables),
  }
}
export type Requests = ReturnType<typeof requestsOver>

/** Stores an artifact on request and returns what a visitor needs to request it. */
export const offerOf = async ({ artifactRows }: Requests, org: string, slug = 'pentest') => {
  const hash = sha256(org)
  const artifact = {
    receipt_hash: hash,
    artifact_slug: slug,
    content_hash: sha256(slug),
    mime_type: 'text/plain' as const,
    byte_size: 1,
    display_name: 'Pentest',
    excerpt: null,
    signed: 0 as const,
    access: 'request' as const,
    created_at: '2026-11-22T09:00:00.000Z',
    updated_at: '2026-11-22T09:00:00.000Z',
    object: randomUUID(),
  }
  await artifactRows.putNew({ org, hash, slug }, artifact)
  return { org, slug: 'acme', artifact, organization: 'Loaf Ltd' }
}
export type OfferRow = Awaited<ReturnType<typeof offerOf>>

export const BASE = 'https://signet.example'

/** Sends the form and returns the stored link of the email. */
export const sendForm = async (
  requests: Requests,
  offer: OfferRow,
  visitor: { name: string; company: string; mail: string },
) => {
  const outcome = await requests.ask(offer, await requests.terms.current(offer.org), visitor, BASE)
  const event = requests.published.at(-1)
  const mail = event && outcome === 'taken' ? await requests.mailOf(event) : undefined
  const token = /proof\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { outcome, mail, link: await requests.links.find('proof', offer.slug, token) }
}

export const GRACE = { name: 'Grace', company: 'Buyer Ltd', mail: 'grace@buyer.example' }

/** Returns the link that an email must contain. */
export const linkOf = (link: RequestLink | undefined): RequestLink => {
  if (!link) throw new Error('The mail has no link')
  return link
}

/** Creates a request with a confirmed address. */
export const newConfirmedRequest = async (requests: Requests, org: string, visitor = GRACE) => {
  const offer = await offerOf(requests, org)
  const { link } = await sendForm(requests, offer, visitor)
  const outcome = await requests.prove(linkOf(link))
  if (!('outcome' in outcome) || outcome.outcome !== 'proven') throw new Error('The request is not confirmed')
  return { offer, row: outcome.row }
}

/** Returns the token of the last grant email. */
export const grantToken = async (requests: Requests): Promise<string> => {
  const event = requests.published.at(-1)
  const mail = event && (await requests.mailOf(event))
  return /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
