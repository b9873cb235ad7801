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
import { NEVER, openingRow } from './rows/opening-row.ts'
import { receiptKeyRow } from './rows/receipt-key-row.ts'
import { ALL_RECEIPTS, receiptListRow } from './rows/receipt-list-row.ts'
import { receiptRow } from './rows/receipt-row.ts'
import {
  type Draft,
  draftOf,
  type RandomBytes,
  type ReceiptInput,
  type SealedReceipt,
  sealedReceipt,
} from './sealed-receipt.ts'

export interface IssuerDeps extends KeySetDeps {
  readonly issuer: string
  readonly pepper: SecretSource
  readonly randomBytes: RandomBytes
  /** Wakes the log sequencer, which otherwise runs within a minute. */
  readonly nudge?: () => Promise<unknown>
}

export interface Issue<Kind extends ReceiptKind = ReceiptKind> extends ReceiptInput<Kind> {
  readonly org: string
  /** Idempotency key of the domain: `image:<job id>`. An organization has one receipt per key. */
  readonly key: string
  /** Reference of the owner for the subject, such as a job id. */
  readonly ref?: string
  /** Time at which the data behind private claims is erased; absent: never. */
  readonly opensUntil?: Date
  /** Rows of the caller that are written in the same transaction. */
  readonly steps?: (hash: string, issuedAt: Date) => readonly WriteStep[]
}

export interface IssuedReceipt {
  readonly hash: string
  /** False if the key already had a receipt: nothing was written. */
  readonly isNew: boolean
}

/**
 * Issues a receipt. Returns a 409 refusal after too many concurrent receipts of the organization: an API returns it, a
 * worker uses `requireIssued`. Safe to interrupt and retry.
 */
export type IssueReceipt = <Kind extends ReceiptKind>(
  kind: Kind,
  issue: Issue<Kind>,
) => Promise<IssuedReceipt | Refusal<'receipt_conflict'>>

/** Returns the receipt in a worker. @throws Error for a refusal: the message is then redelivered. */
export const requireIssued = (issued: IssuedReceipt | Refusal<'receipt_conflict'>): IssuedReceipt => {
  if (issued instanceof Refusal) throw new Error('A receipt could not be issued', { cause: issued })
  return issued
}

/** A condition of the caller's rows failed, so the receipt was not issued. */
export class ReceiptStepsRefused extends Error {
  override readonly name = 'ReceiptStepsRefused'
  readonly refused: readonly WriteStep[]

  constructor(message: string, refused: readonly WriteStep[]) {
    super(message)
    this.refused = refused
  }
}

const TRIES = 5
/** Upper bound of the first random pause in milliseconds; doubles with each attempt. */
const PAUSE_MS = 50

const conflict = (): Refusal<'receipt_conflict'> =>
  refusal('receipt_conflict', 'Too many receipts of your organization are being issued. Try again', {
    headers: { 'retry-after': '1' },
  })

/** Separates keys: the same pepper keys digests of API keys, and none of those may equal an organization tag. */
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
  readonly before: RowOf<typeof chainRow> | undefined
  readonly issuedAt: Date
}

const chainStep = ({ chains }: Tables, org: string, { before, issuedAt }: ChainPosition, hash: string): WriteStep => {
  const next = { seq: (before?.seq ?? 0) + 1, head: hash, at: issuedAt.toISOString() }
  return before
    ? chains.steps.replace({ org }, next, { seq: before.seq, head: before.head })
    : chains.steps.putNew({ org }, next)
}

const receiptSteps = (
  tables: Tables,
  issue: Issue,
  draft: Draft,
  { before, issuedAt }: ChainPosition,
  sealed: SealedReceipt,
) => {
  const { hash, envelope } = sealed
  const { org, key, ref, subject, opensUntil } = issue
  const seq = (before?.seq ?? 0) + 1
  const issued_at = issuedAt.toISOString()
  const listed = { seq, kind: draft.kind.kind, subject: subject.sha256, ...(ref !== undefined && { ref }), issued_at }
  const { visibility } = draft.kind
  const [signature] = envelope.signatures
  const signed = { payload: envelope.payload, kid: signature?.keyid ?? '', sig: signature?.sig ?? '' }
  const beside = {
    ...(draft.publicClaims !== undefined && { claims: draft.publicClaims }),
    ...(before && { previous: before.head }),
  }
  const lists = [ALL_RECEIPTS, draft.kind.kind, subject.sha256]
  const until = opensUntil?.toISOString() ?? NEVER
  const { opening } = draft
  return [
    tables.keys.steps.putNew({ org, key }, { hash }),
    tables.receipts.steps.putNew({ hash }, { org, ...listed, visibility, ...signed, ...beside, state: 'active' }),
    ...lists.map((list) =>
      tables.lists.steps.putNew(
        { org, list, at: issued_at, number: String(seq).padStart(12, '0') },
        { hash, ...listed, visibility },
      ),
    ),
    ...(opening
      ? [tables.openings.steps.putNew({ hash }, { org, salt: opening.salt, claims: exactJson(opening.claims), until })]
      : []),
    tables.leaves.steps.putNew({ year: logYear(issued_at), at: issued_at, hash }, { hash }),
  ]
}

/** Issue times never decrease along a chain, even if clocks differ. */
const issuedAfter = (before: ChainPosition['before'], now: Date): Date =>
  before !== undefined && before.at > now.toISOString() ? new Date(before.at) : now

/**
 * The only way to issue receipts: writes chain, receipt, lists, opening, log outbox and the caller's rows in one
 * transaction. After a concurrent receipt of the organization it seals again, with five attempts in total.
 * @throws ReceiptStepsRefused if a condition of the caller's rows fails.
 */
export const receiptIssuer = (deps: IssuerDeps): IssueReceipt => {
  const tables = tablesOf(deps)
  const keys = keySet(deps)
  const { sleep = wait, random = Math.random } = deps.backoff ?? {}
  const pause = (tries: number) => sleep(Math.round(random() * PAUSE_MS * 2 ** tries))
  return async (kind, issue) => {
    const { org, key, steps = () => [] } = issue
    const draft = draftOf(kind, issue, deps.randomBytes)
    let tries = 0
    let ownSteps: readonly WriteStep[] = []
    const attempt = async (refused: CancellationReasons | undefined) => {
      if (refused !== undefined && tries < TRIES) await pause(tries)
      const earlier = await tables.keys.get({ org, key })
      if (earlier) return { result: { hash: earlier.hash, isNew: false } }
      const failed = ownSteps.filter((step) => refused?.conditionFailed(step))
      if (failed.length > 0)
        throw new ReceiptStepsRefused(`A row to be written with the receipt ${key} has changed`, failed)
      if (tries++ === TRIES) return { result: conflict() }
      const [before, { signer }, tenant] = await Promise.all([
        tables.chains.get({ org }),
        keys.current('receipt'),
        tagOf(deps.pepper, org),
      ])
      const issuedAt = issuedAfter(before, deps.now())
      const sealed = await sealedReceipt(draft, { before, issuer: deps.issuer, issuedAt, tenant }, signer)
      ownSteps = steps(sealed.hash, issuedAt)
      const written = receiptSteps(tables, issue, draft, { before, issuedAt }, sealed)
      const all = [chainStep(tables, org, { before, issuedAt }, sealed.hash), ...written, ...ownSteps]
      return { steps: all, result: { hash: sealed.hash, isNew: true } }
    }
    const issued = await transact<IssuedReceipt | Refusal<'receipt_conflict'>>(deps, attempt)
    // A lost nudge delays the log by a minute.
    if (!(issued instanceof Refusal) && issued.isNew) await deps.nudge?.().catch(() => undefined)
    return issued
  }
}
