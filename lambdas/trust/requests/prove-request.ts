import {
  limitStep,
  Refusal,
  type Route,
  type RowOf,
  type RowTable,
  refusal,
  route,
  type SecretSource,
  type TableDeps,
  type WriteStep,
} from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import {
  grantEnd,
  hasExistingRequest,
  isRequestedArtifact,
  type RequestLink,
  type RequestLinks,
  type RequestRow,
  type RequestTables,
  requestExpiry,
  type SubmittedFormRow,
  sameDigest,
  stateOf,
} from '@signet/notifications/trust-requests'
import { receiptKind } from '@signet/receipts'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import { escapeHtml, paragraphs, pathAt } from '@signet/ui/pages'
import * as z from 'zod'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { requestCreatedEvent, requestDecidedEvent } from '../contract/request-events.ts'
import { proveMail, showProof } from '../contract/request-forms.ts'
import { OPEN_REQUESTS_MAX } from '../contract/requests.ts'
import { type NameDeps, organizationNameInReceipt } from '../views/slug-state.ts'
import { domainOfMail } from './mail-address.ts'
import { pageNotFound, tooManyRequests, visitorPage } from './submit-request.ts'
import { termsParties } from './terms-parties.ts'
import type { TermsTable } from './terms-table.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * Receipt of a visitor's acceptance of terms. Its subject is the artifact. The public part proves that terms were
 * accepted; the opening proves who accepted which text.
 */
const TRUST_ACCEPTANCE = receiptKind({
  kind: 'trust.acceptance',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'artifact',
  isDisclosable: true,
  claims: z.strictObject({
    request: z.string(),
    artifact: hash,
    terms: hash,
    name: z.string(),
    company: z.string(),
    mail: z.string(),
    acceptedAt: z.string(),
  }),
})

export interface ProveDeps extends TableDeps {
  readonly tables: RequestTables
  readonly terms: Pick<TermsTable, 'current'>
  readonly artifacts: Pick<RowTable<typeof artifactRow>, 'get'>
  readonly outbox: Outbox
  readonly issue: IssueReceipt
  readonly pepper: SecretSource
}

/**
 * Result of confirming an email address. `known`: the address already has a request. `ended`: the form or the artifact
 * was deleted. `full`: too many requests are pending.
 */
export type ProofResult =
  | { readonly outcome: 'proven'; readonly row: RequestRow }
  | { readonly outcome: 'known' | 'ended' | 'full' }

const ATTEMPTS_MAX = 5

const LIMIT_NAME = 'trust requests'

interface ProvableForm {
  readonly org: string
  readonly digest: string
  readonly form: SubmittedFormRow
  readonly artifact: RowOf<typeof artifactRow>
  /** End of the grant if a rule grants the request; `null` if the owner decides. */
  readonly until: string | null
  readonly capacity: WriteStep | undefined
  /** Number of pending requests, including this one; 0 if a rule grants it. */
  readonly waiting: number
}

const rowOf = ({ form, artifact, until }: ProvableForm, receipt: string, time: string): RequestRow => ({
  ...form,
  state: until === null ? 'pending' : 'granted',
  version: 1,
  content_hash: artifact.content_hash,
  receipt,
  proven_at: time,
  decided_at: until && time,
  decided_by: until === null ? null : 'domain',
  valid_until: until,
  kept_until: requestExpiry(time, until),
})

const stepsOf = async ({ tables, pepper }: ProveDeps, { org, digest, form, capacity }: ProvableForm) => {
  const sameRequestDigest = sameDigest(await pepper(), org, form)
  const earlierRequest = await tables.same.get({ org, digest: sameRequestDigest })
  return (row: RequestRow): readonly WriteStep[] => {
    const { id, kept_until } = row
    const newestId = { id, kept_until }
    const newestStep = earlierRequest
      ? tables.same.steps.replace({ org, digest: sameRequestDigest }, newestId, { id: earlierRequest.id })
      : tables.same.steps.putNew({ org, digest: sameRequestDigest }, newestId)
    const pending = capacity ? [capacity, tables.open.steps.putNew({ org, id }, { id, kept_until })] : []
    const deletedForm = tables.forms.steps.remove({ org, digest }, { id })
    return [tables.requests.steps.putNew({ org, id }, row), newestStep, deletedForm, ...pending]
  }
}

const claimsOf = ({ form, artifact }: ProvableForm, acceptedAt: string) => ({
  request: form.id,
  artifact: artifact.content_hash,
  terms: form.terms_sha256,
  name: form.name,
  company: form.company,
  mail: form.mail,
  acceptedAt,
})

/**
 * Writes receipt, request and events in one transaction.
 * @throws ReceiptStepsRefused if a row has changed since it was read
 */
const writeProof = async (deps: ProveDeps, provable: ProvableForm) => {
  const { issue, outbox, now } = deps
  const { org, form, artifact, until } = provable
  const stepsFor = await stepsOf(deps, provable)
  const acceptedAt = now().toISOString()
  let events: Parameters<Outbox['publish']>[0] = []
  const issued = await issue(TRUST_ACCEPTANCE, {
    org,
    key: `trust.acceptance:${form.id}`,
    ref: form.id,
    subject: { sha256: artifact.content_hash },
    claims: claimsOf(provable, acceptedAt),
    opensUntil: new Date(requestExpiry(acceptedAt, null)),
    steps: (hash, issuedAt) => {
      const row = rowOf(provable, hash, issuedAt.toISOString())
      const created = requestCreatedEvent(org, row, provable.waiting, issuedAt)
      events = until === null ? [created] : [created, requestDecidedEvent('granted', org, row, issuedAt)]
      return [...stepsFor(row), ...outbox.steps(events)]
    },
  })
  if (issued instanceof Refusal) return issued
  // If the receipt is not new, the concurrent run that wrote it publishes the events.
  if (issued.isNew) await outbox.publish(events)
  return issued
}

const findProvableForm = async (
  deps: ProveDeps,
  { org, of: digest, request: id }: RequestLink,
): Promise<ProvableForm | Exclude<ProofResult, { outcome: 'proven' }>> => {
  const { tables, terms, artifacts, now } = deps
  const form = await tables.forms.get({ org, digest })
  if (form?.id !== id) return { outcome: 'ended' }
  const artifact = await artifacts.get({ org, hash: form.receipt_hash, slug: form.artifact_slug })
  if (artifact?.access !== 'request' || !isRequestedArtifact(artifact, form)) return { outcome: 'ended' }
  if (await hasExistingRequest(deps, org, form)) return { outcome: 'known' }
  const { allowed_domains, valid_days } = await terms.current(org)
  if (allowed_domains.includes(domainOfMail(form.mail)))
    return { org, digest, form, artifact, until: grantEnd(now(), valid_days), capacity: undefined, waiting: 0 }
  let waiting = 0
  const count = async () => {
    waiting = (await tables.open.all({ org })).length
    return waiting
  }
  const capacity = await limitStep(deps, { owner: org, list: LIMIT_NAME, max: OPEN_REQUESTS_MAX, count })
  if (capacity === undefined) return { outcome: 'full' }
  return { org, digest, form, artifact, until: null, capacity, waiting: waiting + 1 }
}

/**
 * Turns a submitted form into a request after the visitor confirmed the email address and accepted the terms, which a
 * receipt proves. The owner decides the request, unless a rule grants it. Receipt and request are one transaction, so
 * that after a crash the same link finds both or neither.
 * @returns Refusal 409 `receipt_conflict` if too many receipts of the organization are issued concurrently
 */
export const proveRequest =
  (deps: ProveDeps) =>
  async (link: RequestLink): Promise<ProofResult | Refusal<'receipt_conflict'>> => {
    const { org, request: id } = link
    for (let attempt = 1; ; attempt++) {
      const existing = await deps.tables.requests.get({ org, id })
      if (existing) return { outcome: 'proven', row: existing }
      const provableForm = await findProvableForm(deps, link)
      if ('outcome' in provableForm) return provableForm
      try {
        const issued = await writeProof(deps, provableForm)
        if (issued instanceof Refusal) return issued
      } catch (error) {
        if (!(error instanceof ReceiptStepsRefused) || attempt >= ATTEMPTS_MAX) throw error
      }
      if (attempt > ATTEMPTS_MAX) throw new Error('Receipt stored without its request')
    }
  }

/** Returns the name of the organization. Rows written before it was stored have none. */
export const organizationOf = ({ organization }: Pick<RequestRow, 'organization'>): string =>
  organization ?? 'The organization'

export const proofPage = (
  form: Pick<RequestRow, 'name' | 'company' | 'mail' | 'artifact_name' | 'terms_title' | 'organization' | 'slug'>,
  text: string,
  signedName: string | undefined,
) => {
  const organization = escapeHtml(organizationOf(form))
  const visitor = `<dl><dt>Name</dt><dd>${escapeHtml(form.name)}</dd><dt>Company</dt><dd>${escapeHtml(form.company)}</dd><dt>Email</dt><dd>${escapeHtml(form.mail)}</dd></dl>`
  return visitorPage(
    `Confirm your request for “${form.artifact_name}”`,
    `<p>Your request goes to ${organization}. If these details are wrong, close this page. You accepted the terms below in the form. Your acceptance counts, and the request is sent, only when you confirm it here.</p>${visitor}
    <h2>${escapeHtml(form.terms_title)}</h2>${termsParties({ ...form, signedName })}${paragraphs(text)}
    <form method="post"><button>Accept terms and send request</button></form>`,
  )
}

const receiptLine = (row: RequestRow, verify: string): string =>
  `<p>A public <a href="${escapeHtml(verify)}">receipt</a> proves your acceptance and its time. Anyone can read it, but only ${escapeHtml(organizationOf(row))} sees who you are.</p><p>Keep both numbers with your records: they prove which text you accepted, and when.</p><dl><dt>Receipt</dt><dd><code>${row.receipt}</code></dd><dt>Text that you accepted (SHA-256)</dt><dd><code>${row.terms_sha256}</code></dd></dl>`

const provenPage = (row: RequestRow, state: string, verify: string) => {
  const receipt = receiptLine(row, verify)
  if (state === 'granted')
    return visitorPage(
      'Your request is granted',
      `<p role="status">An email with a link to “${escapeHtml(row.artifact_name)}” is on its way to ${escapeHtml(row.mail)}.</p>${receipt}`,
    )
  const text =
    state === 'pending'
      ? `${organizationOf(row)} has received your request and will reply by email.`
      : `${organizationOf(row)} has replied to this request by email.`
  return visitorPage('Your address is confirmed', `<p role="status">${escapeHtml(text)}</p>${receipt}`)
}

const alreadyRequestedPage = () =>
  visitorPage(
    'You have already requested this document',
    '<p role="status">This address already has a request for this document. The reply is sent by email.</p>',
  )

export const linkEndedRefusal = () =>
  refusal(
    'link_ended',
    'This link has expired or was revoked. Request the document again on the trust page to get a new link',
  )

interface ProofRouteDeps extends ProveDeps, Pick<NameDeps, 'receipts'> {
  readonly links: Pick<RequestLinks, 'find'>
  readonly terms: Pick<TermsTable, 'current' | 'text'>
}

export const proofRoutes = (deps: ProofRouteDeps): Route[] => {
  const { links, tables, terms, now } = deps
  const prove = proveRequest(deps)
  const renderProven = (row: RequestRow, baseUrl: string) =>
    provenPage(row, stateOf(row, now()), pathAt(baseUrl, `/verify/${row.receipt}`))
  return [
    route(showProof, async ({ params: { slug, token }, baseUrl }) => {
      const link = await links.find('proof', slug, token)
      if (!link) return pageNotFound()
      const { org, request: id, of: digest, until } = link
      const row = await tables.requests.get({ org, id })
      if (row) return renderProven(row, baseUrl)
      const form = await tables.forms.get({ org, digest })
      const text = form && (await terms.text(org, form.terms_sha256))
      if (form?.id !== id || text === undefined || until <= now().toISOString()) return linkEndedRefusal()
      return proofPage(form, text, await organizationNameInReceipt(deps, { org, hash: form.receipt_hash }))
    }),
    route(proveMail, async ({ params: { slug, token }, baseUrl }) => {
      const link = await links.find('proof', slug, token)
      if (!link) return pageNotFound()
      const isExpired = link.until <= now().toISOString()
      if (isExpired && !(await tables.requests.get({ org: link.org, id: link.request }))) return linkEndedRefusal()
      const proof = await prove(link)
      if (proof instanceof Refusal) return proof
      if (proof.outcome === 'proven') return renderProven(proof.row, baseUrl)
      if (proof.outcome === 'known') return alreadyRequestedPage()
      return proof.outcome === 'full' ? tooManyRequests() : linkEndedRefusal()
    }),
  ]
}
