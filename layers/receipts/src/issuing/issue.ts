import { setTimeout as wait } from 'node:timers/promises'
import {
  type CancellationReasons,
  Refusal,
  type RowOf,
  refusal,
  rowTable,
  type SecretSource,
  transact,
  type WriteStep,
} from '@signet/kernel'
import { hmacSha256 } from '../digest/index.ts'
import { exactJson } from '../exact-json.ts'
import type { ReceiptKind } from '../receipt-kind.ts'
import { tenantTag } from '../tenant-tag.ts'
import { type KeySetDeps, keySet } from './key-set.ts'
import { chainRow } from './rows/chain-row.ts'
import { leafRow, logYear } from './rows/leaf-row.ts'
import { NEVER_EXPIRES, openingRow } from './rows/opening-row.ts'
import { receiptKeyRow } from './rows/receipt-key-row.ts'
import { ALL_RECEIPTS, receiptListRow } from './rows/receipt-list-row.ts'
import { receiptRow } from './rows/receipt-row.ts'
import {
  type Draft,
  draftOf,
  type RandomBytes,
  type ReceiptInput,
  type SealedReceipt,
  sealReceipt,
} from './sealed-receipt.ts'

export interface IssuerDeps extends KeySetDeps {
  readonly issuer: string
  readonly pepper: SecretSource
  readonly randomBytes: RandomBytes
  /** Starts the log sequencer, which otherwise runs within a minute. */
  readonly wakeSequencer?: () => Promise<unknown>
}

export interface Issue<Kind extends ReceiptKind = ReceiptKind> extends ReceiptInput<Kind> {
  readonly org: string
  /** Idempotency key, such as `image:<job id>`. An organization has at most one receipt per key. */
  readonly key: string
  /** Reference to the subject, such as a job ID. */
  readonly ref?: string
  /** Time at which the data behind private claims is erased; absent: never. */
  readonly opensUntil?: Date
  /** Returns the caller's write steps, which become part of the same transaction. */
  readonly steps?: (hash: string, issuedAt: Date) => readonly WriteStep[]
}

export interface IssuedReceipt {
  readonly hash: string
  /** False if the key already had a receipt. Nothing was written then. */
  readonly isNew: boolean
}

/**
 * Issues a receipt. Returns a 409 refusal after too many concurrent receipts of the organization. An API returns the
 * refusal, a worker uses `requireIssued`. Safe to interrupt and retry.
 */
export type IssueReceipt = <Kind extends ReceiptKind>(
  kind: Kind,
  issue: Issue<Kind>,
) => Promise<IssuedReceipt | Refusal<'receipt_conflict'>>

/** Returns the receipt, for workers. @throws Error for a refusal, so that the message is redelivered */
export const requireIssued = (issued: IssuedReceipt | Refusal<'receipt_conflict'>): IssuedReceipt => {
  if (issued instanceof Refusal) throw new Error('A receipt could not be issued', { cause: issued })
  return issued
}

/** A condition of the caller's rows failed, so the receipt was not issued. */
export class ReceiptStepsRefused extends Error {
  override readonly name = 'ReceiptStepsRefused'
  readonly failedSteps: readonly WriteStep[]

  constructor(message: string, failedSteps: readonly WriteStep[]) {
    super(message)
    this.failedSteps = failedSteps
  }
}

const ATTEMPTS_MAX = 5
/** Multiplied by 2 ** attempts, the upper bound of the random pause before the next attempt, in milliseconds. */
const PAUSE_UNIT_MS = 50

const conflict = (): Refusal<'receipt_conflict'> =>
  refusal('receipt_conflict', 'Too many receipts of your organization are being issued. Try again', {
    headers: { 'retry-after': '1' },
  })

/**
 * Derives a separate HMAC key: the same pepper also keys digests of API keys, which must never equal an organization
 * tag.
 */
const tagOf = async (pepper: SecretSource, org: string): Promise<string> =>
  tenantTag(hmacSha256(new TextEncoder().encode(await pepper()), 'receipts/tenant/v1'), org)

const tablesOf = (deps: IssuerDeps) => ({
  chains: rowTable(chainRow, deps),
  keys: rowTable(receiptKeyRow, deps),
  receipts: rowTable(receiptRow, deps),
  lists: rowTable(receiptListRow, deps),
  openings: rowTable(openingRow, deps),
  leaves: rowTable(leafRow, deps),
})
type Tables = ReturnType<typeof tablesOf>

interface ChainPosition {
  readonly previous: RowOf<typeof chainRow> | undefined
  readonly issuedAt: Date
}

const chainStep = ({ chains }: Tables, org: string, { previous, issuedAt }: ChainPosition, hash: string): WriteStep => {
  const next = { seq: (previous?.seq ?? 0) + 1, head: hash, at: issuedAt.toISOString() }
  return previous
    ? chains.steps.replace({ org }, next, { seq: previous.seq, head: previous.head })
    : chains.steps.putNew({ org }, next)
}

const receiptSteps = (
  tables: Tables,
  issue: Issue,
  draft: Draft,
  { previous, issuedAt }: ChainPosition,
  sealed: SealedReceipt,
) => {
  const { hash, envelope } = sealed
  const { org, key, ref, subject, opensUntil } = issue
  const seq = (previous?.seq ?? 0) + 1
  const issued_at = issuedAt.toISOString()
  const listMembers = {
    seq,
    kind: draft.kind.kind,
    subject: subject.sha256,
    ...(ref !== undefined && { ref }),
    issued_at,
  }
  const { visibility } = draft.kind
  const [signature] = envelope.signatures
  const signatureMembers = { payload: envelope.payload, kid: signature?.keyid ?? '', sig: signature?.sig ?? '' }
  const optionalMembers = {
    ...(draft.publicClaims !== undefined && { claims: draft.publicClaims }),
    ...(previous && { previous: previous.head }),
  }
  const lists = [ALL_RECEIPTS, draft.kind.kind, subject.sha256]
  const expiresAt = opensUntil?.toISOString() ?? NEVER_EXPIRES
  const { opening } = draft
  return [
    tables.keys.steps.putNew({ org, key }, { hash }),
    tables.receipts.steps.putNew(
      { hash },
      { org, ...listMembers, visibility, ...signatureMembers, ...optionalMembers, state: 'active' },
    ),
    ...lists.map((list) =>
      tables.lists.steps.putNew(
        { org, list, at: issued_at, number: String(seq).padStart(12, '0') },
        { hash, ...listMembers, visibility },
      ),
    ),
    ...(opening
      ? [
          tables.openings.steps.putNew(
            { hash },
            { org, salt: opening.salt, claims: exactJson(opening.claims), until: expiresAt },
          ),
        ]
      : []),
    tables.leaves.steps.putNew({ year: logYear(issued_at), at: issued_at, hash }, { hash }),
  ]
}

/** Issue times never decrease along a chain, even if clocks differ. */
const nextIssueTime = (previous: ChainPosition['previous'], now: Date): Date =>
  previous !== undefined && previous.at > now.toISOString() ? new Date(previous.at) : now

/**
 * Creates the function that issues receipts. It writes chain, receipt, lists, opening, log outbox and the caller's rows
 * in one transaction. If another receipt of the organization was issued concurrently, it signs again, with five
 * attempts in total.
 * @throws ReceiptStepsRefused if a condition of the caller's rows fails.
 */
export const receiptIssuer = (deps: IssuerDeps): IssueReceipt => {
  const tables = tablesOf(deps)
  const keys = keySet(deps)
  const { sleep = wait, random = Math.random } = deps.backoff ?? {}
  const pause = (attemptCount: number) => sleep(Math.round(random() * PAUSE_UNIT_MS * 2 ** attemptCount))
  return async (kind, issue) => {
    const { org, key, steps = () => [] } = issue
    const draft = draftOf(kind, issue, deps.randomBytes)
    let attempts = 0
    let callerSteps: readonly WriteStep[] = []
    const attempt = async (cancellation: CancellationReasons | undefined) => {
      if (cancellation !== undefined && attempts < ATTEMPTS_MAX) await pause(attempts)
      const existing = await tables.keys.get({ org, key })
      if (existing) return { result: { hash: existing.hash, isNew: false } }
      const failedSteps = callerSteps.filter((step) => cancellation?.conditionFailed(step))
      if (failedSteps.length > 0)
        throw new ReceiptStepsRefused(`A row to be written with the receipt ${key} has changed`, failedSteps)
      if (attempts++ === ATTEMPTS_MAX) return { result: conflict() }
      const [previous, { signer }, tenant] = await Promise.all([
        tables.chains.get({ org }),
        keys.current('receipt'),
        tagOf(deps.pepper, org),
      ])
      const issuedAt = nextIssueTime(previous, deps.now())
      const sealed = await sealReceipt(draft, { chainEnd: previous, issuer: deps.issuer, issuedAt, tenant }, signer)
      callerSteps = steps(sealed.hash, issuedAt)
      const ownedSteps = receiptSteps(tables, issue, draft, { previous, issuedAt }, sealed)
      const all = [chainStep(tables, org, { previous, issuedAt }, sealed.hash), ...ownedSteps, ...callerSteps]
      return { steps: all, result: { hash: sealed.hash, isNew: true } }
    }
    const issued = await transact<IssuedReceipt | Refusal<'receipt_conflict'>>(deps, attempt)
    // If this fails, the log contains the receipt up to a minute later.
    if (!(issued instanceof Refusal) && issued.isNew) await deps.wakeSequencer?.().catch(() => undefined)
    return issued
  }
}
