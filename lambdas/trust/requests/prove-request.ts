import { Refusal, roomIn, type SecretSource, type TableDeps, type WriteStep } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactTable } from '../bundles/artifact-table.ts'
import { TRUST_ACCEPTANCE } from '../contract/request-receipt.ts'
import { OPEN_REQUESTS_MAX } from '../contract/requests.ts'
import { hasExistingRequest } from './existing-request.ts'
import { domainOfMail } from './mail-address.ts'
import { sameDigest } from './request-digests.ts'
import { createdEvent, decidedEvent } from './request-events.ts'
import type { RequestLink } from './request-links.ts'
import { grantEnd, type RequestRow, type RequestTables, requestExpiry, type SubmittedFormRow } from './request-table.ts'
import { isAskedFor } from './same-artifact.ts'
import type { TermsTable } from './terms-table.ts'

export interface ProveDeps extends TableDeps {
  readonly tables: RequestTables
  readonly terms: Pick<TermsTable, 'now'>
  readonly artifacts: Pick<ArtifactTable, 'find'>
  readonly outbox: Outbox
  readonly issue: IssueReceipt
  readonly pepper: SecretSource
}

/** What became of a proof. `known`: the address has another request that stands. `ended`: the form or the artifact is gone. */
export type Proven =
  | { readonly outcome: 'proven'; readonly row: RequestRow }
  | { readonly outcome: 'known' | 'ended' | 'full' }

/** Others may write the same rows so often meanwhile. */
const TRIES = 5

/** By which requests that wait are counted. */
const LIST = 'trust requests'

interface Provable {
  readonly org: string
  readonly digest: string
  readonly asked: SubmittedFormRow
  readonly artifact: ArtifactRow
  /** When the grant ends that a rule gives; `null`: a person decides. */
  readonly until: string | null
  /** The write that takes room among those that wait. */
  readonly room: WriteStep | undefined
  /** Requests that wait for the owner, with this one; 0 where a rule grants it. */
  readonly waiting: number
}

const rowOf = ({ asked, artifact, until }: Provable, receipt: string, time: string): RequestRow => ({
  ...asked,
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

/** All that a proof writes beside the receipt. The form is gone with it. */
const stepsOf = async ({ tables, pepper }: ProveDeps, { org, digest, asked, room }: Provable) => {
  const same = sameDigest(await pepper(), org, asked)
  const earlier = await tables.same.get({ org, digest: same })
  return (row: RequestRow): readonly WriteStep[] => {
    const { id, kept_until } = row
    const named = { id: row.id, kept_until: row.kept_until }
    const newest = earlier
      ? tables.same.steps.replace({ org, digest: same }, named, { id: earlier.id })
      : tables.same.steps.putNew({ org, digest: same }, named)
    const waiting = room ? [room, tables.open.steps.putNew({ org, id }, { id, kept_until })] : []
    const form = tables.asked.steps.remove({ org, digest }, { id })
    return [tables.requests.steps.putNew({ org, id }, row), newest, form, ...waiting]
  }
}

const claimsOf = ({ asked, artifact }: Provable, acceptedAt: string) => ({
  request: asked.id,
  artifact: artifact.content_hash,
  terms: asked.terms_sha256,
  name: asked.name,
  company: asked.company,
  mail: asked.mail,
  acceptedAt,
})

/** Receipt, request and events at once, or nothing. @throws ReceiptStepsRefused where a row is no longer as it was read */
const written = async (deps: ProveDeps, provable: Provable) => {
  const { issue, outbox, now } = deps
  const { org, asked, artifact, until } = provable
  const rows = await stepsOf(deps, provable)
  const acceptedAt = now().toISOString()
  let events: Parameters<Outbox['publish']>[0] = []
  const issued = await issue(TRUST_ACCEPTANCE, {
    org,
    key: `trust.acceptance:${asked.id}`,
    ref: asked.id,
    subject: { sha256: artifact.content_hash },
    claims: claimsOf(provable, acceptedAt),
    opensUntil: new Date(requestExpiry(acceptedAt, null)),
    steps: (hash, issuedAt) => {
      const row = rowOf(provable, hash, issuedAt.toISOString())
      const created = createdEvent(org, row, provable.waiting, issuedAt)
      events = until === null ? [created] : [created, decidedEvent('granted', org, row, issuedAt)]
      return [...rows(row), ...outbox.steps(events)]
    },
  })
  if (issued instanceof Refusal) return issued
  // Where another was first, the events are those that it wrote.
  if (issued.isNew) await outbox.publish(events)
  return issued
}

/** What there is to prove, as it stands now. */
const provableOf = async (
  deps: ProveDeps,
  { org, of: digest, request: id }: RequestLink,
): Promise<Provable | Exclude<Proven, { outcome: 'proven' }>> => {
  const { tables, terms, artifacts, now } = deps
  const asked = await tables.asked.get({ org, digest })
  if (asked?.id !== id) return { outcome: 'ended' }
  const artifact = await artifacts.find({ org, hash: asked.receipt_hash, slug: asked.artifact_slug })
  if (artifact?.access !== 'request' || !isAskedFor(artifact, asked)) return { outcome: 'ended' }
  if (await hasExistingRequest(deps, org, asked)) return { outcome: 'known' }
  const { allowed_domains, valid_days } = await terms.now(org)
  if (allowed_domains.includes(domainOfMail(asked.mail)))
    return { org, digest, asked, artifact, until: grantEnd(now(), valid_days), room: undefined, waiting: 0 }
  let waiting = 0
  const count = async () => {
    waiting = (await tables.open.all({ org })).length
    return waiting
  }
  const room = await roomIn(deps, { owner: org, list: LIST, max: OPEN_REQUESTS_MAX, count })
  return room ? { org, digest, asked, artifact, until: null, room, waiting: waiting + 1 } : { outcome: 'full' }
}

/**
 * Proves the address of a form: from then on the terms are accepted, and a receipt says so. The request is the owner's to decide, unless
 * a rule grants it. Receipt and request are one write: whoever is killed has made both or neither, and the same link again finds them.
 *
 * @returns Refusal 409 `receipt_conflict` where too many receipts of the organisation are made at this moment
 */
export const proveRequest =
  (deps: ProveDeps) =>
  async (link: RequestLink): Promise<Proven | Refusal<'receipt_conflict'>> => {
    const { org, request: id } = link
    for (let tries = 1; ; tries++) {
      const row = await deps.tables.requests.get({ org, id })
      if (row) return { outcome: 'proven', row }
      const provable = await provableOf(deps, link)
      if ('outcome' in provable) return provable
      try {
        const issued = await written(deps, provable)
        if (issued instanceof Refusal) return issued
      } catch (error) {
        if (!(error instanceof ReceiptStepsRefused) || tries >= TRIES) throw error
      }
      if (tries > TRIES) throw new Error('A receipt without its request')
    }
  }
