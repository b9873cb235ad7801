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
  /** Tells the log that something waits. It comes by itself within a minute. */
  readonly nudge?: () => Promise<unknown>
}

export interface Issue<Kind extends ReceiptKind = ReceiptKind> extends ReceiptInput<Kind> {
  readonly org: string
  /** What its domain calls the thing: `image:<job id>`. There is one receipt for each key of an organization. */
  readonly key: string
  /** What it is about in words of its owner, such as the id of a job. */
  readonly ref?: string
  /** When what private claims describe goes; absent: it stays. */
  readonly opensUntil?: Date
  /** Rows of the caller that are written with the receipt, or not at all. */
  readonly steps?: (hash: string, issuedAt: Date) => readonly WriteStep[]
}

export interface IssuedReceipt {
  readonly hash: string
  /** False for a key that had its receipt before: nothing was written. */
  readonly isNew: boolean
}

/**
 * Issues a receipt, or refuses it with 409 when others of the organization were first, again and again: an API answers so,
 * and a worker takes `requireIssued`. It may be killed at any line and run again.
 */
export type IssueReceipt = <Kind extends ReceiptKind>(
  kind: Kind,
  issue: Issue<Kind>,
) => Promise<IssuedReceipt | Refusal<'receipt_conflict'>>

/** The receipt, for a worker. @throws Error for a refusal: its message comes again, and then others are done. */
export const requireIssued = (issued: IssuedReceipt | Refusal<'receipt_conflict'>): IssuedReceipt => {
  if (issued instanceof Refusal) throw new Error('A receipt could not be issued', { cause: issued })
  return issued
}

/** The rows that the caller wanted to write with the receipt do not stand as they must. */
export class ReceiptStepsRefused extends Error {
  override readonly name = 'ReceiptStepsRefused'
  readonly refused: readonly WriteStep[]

  constructor(message: string, refused: readonly WriteStep[]) {
    super(message)
    this.refused = refused
  }
}

const TRIES = 5
/** Milliseconds of the longest first pause; it doubles with each. */
const PAUSE_MS = 50

const conflict = (): Refusal<'receipt_conflict'> =>
  refusal('receipt_conflict', 'Too many receipts of your organization are issued at this moment; try again', {
    headers: { 'retry-after': '1' },
  })

/** The pepper also keys digests of API keys: no text of theirs may come out as the tag of an organization. */
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

/** No receipt is older than the one before it, whatever the clocks of machines say. */
const issuedAfter = (before: ChainPosition['before'], now: Date): Date =>
  before !== undefined && before.at > now.toISOString() ? new Date(before.at) : now

/**
 * The one way in which receipts come to be: chain, receipt, lists, opening, outbox of the log and rows of the caller in one
 * transaction. When others of the organization are first, it is sealed again, five times in all.
 *
 * @throws ReceiptStepsRefused when a condition of the caller's rows does not hold.
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
        throw new ReceiptStepsRefused(
          `What was to be written with the receipt ${key} cannot be written any more`,
          failed,
        )
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
    // A nudge that is lost costs a minute.
    if (!(issued instanceof Refusal) && issued.isNew) await deps.nudge?.().catch(() => undefined)
    return issued
  }
}
