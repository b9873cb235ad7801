import { type Attack, type FillState, gapFillSha256, type Policy, policySha256, type Reviser } from '@signet/evidence'
import { type Clock, Refusal, type WriteStep } from '@signet/kernel'
import type { QuotaNotices } from '@signet/ledger'
import { jsonSha256 } from '@signet/receipts/digest'
import { type IssueReceipt, ReceiptStepsRefused } from '@signet/receipts/issuing'
import type { RECEIPT_VERSIONS } from '../contract/attest.ts'
import { EVIDENCE_PUBLISH, PUBLISH_VERSIONS } from '../contract/publish-receipt.ts'
import { fillRow } from '../gap-fill/fill-view.ts'
import type { GapFillRow, GapFillTable } from '../gap-fill/gap-fill-table.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import type { QuotaHold } from '../requests/evidence-quota.ts'
import type { AttestationRow, AttestTable } from './attest-table.ts'
import type { PipelineResult } from './pipeline.ts'
import type { PublicPayload } from './public-payload.ts'

export interface PublishDeps {
  readonly issue: IssueReceipt
  readonly attestations: AttestTable
  readonly fills: Pick<GapFillTable, 'doneSteps'>
  readonly notices: QuotaNotices
  readonly reviser: Reviser
  readonly now: Clock
}

/** The error codes for exhausted quotas (spec platform-api 4.5; those of validate and gap fill have other names). */
export type QuotaWord = 'evidence_validations_quota_exceeded' | 'evidence_gap_fills_quota_exceeded'

export interface PublishRequest {
  readonly key: LibraryKey
  readonly policy: Policy
  readonly payload: PublicPayload
  readonly plan: readonly string[] | undefined
  /** Reserves the quota; called again after a hold has expired. */
  readonly hold: () => Promise<QuotaHold | Refusal<QuotaWord>>
}

export interface PublishedText {
  readonly hash: string
  readonly isNew: boolean
  readonly version: (typeof RECEIPT_VERSIONS)[number]
  readonly publishedAt: Date
  readonly hashes: { readonly critiqueHash: string; readonly planHash?: string; readonly gapFillHash?: string }
}

/** Attempts, because a concurrent change of an asset or a counter refuses the receipt. */
const TRIES = 4

const fillOf = ({
  progress: { state },
}: PipelineResult): { readonly id: string; readonly state: FillState } | undefined =>
  state.fill && 'id' in state.fill
    ? { id: state.fill.id, state: { ...state.fill.state, content: state.content } }
    : undefined

const attacksOf = ({ progress: { state }, final }: PipelineResult): readonly Attack[] => {
  const open = new Set(final.gaps.map(({ requirementId }) => requirementId))
  return (state.critique?.attacks ?? []).map((attack) =>
    attack.resolution === 'deferred' && !open.has(attack.requirementId ?? '')
      ? { ...attack, resolution: 'accepted', reason: 'The gap fill closes the gap.' }
      : attack,
  )
}

const hashesOf = (piped: PipelineResult, { policy, plan }: PublishRequest): PublishedText['hashes'] => {
  const fill = fillOf(piped)
  return {
    critiqueHash: jsonSha256(attacksOf(piped)),
    ...(plan && { planHash: jsonSha256(plan) }),
    ...(fill && { gapFillHash: gapFillSha256(fill.state, policy) }),
  }
}

const versionOf = ({ planHash, gapFillHash }: PublishedText['hashes']): PublishedText['version'] =>
  gapFillHash !== undefined ? '2.2' : planHash !== undefined ? '2.1' : '2'

const attestationOf = (
  piped: PipelineResult,
  { key, plan }: PublishRequest,
  { critiqueHash }: PublishedText['hashes'],
  at: { readonly hash: string; readonly issuedAt: Date },
): AttestationRow => {
  const { fill, validationId } = piped.progress.state
  return {
    hash: at.hash,
    tenant: key.tenant,
    attacks: JSON.stringify(attacksOf(piped)),
    critiqueHash,
    ...(plan && { approvedPlan: [...plan] }),
    ...(fill && 'id' in fill && { gapFillId: fill.id }),
    validationId,
    score: piped.final.score,
    createdAt: at.issuedAt.toISOString(),
  }
}

/** The rows of the gap fill, rebuilt for each attempt because assets may have changed. */
const fillSteps = async (
  deps: PublishDeps,
  piped: PipelineResult,
  { key, policy }: PublishRequest,
): Promise<readonly WriteStep[]> => {
  const fill = fillOf(piped)
  if (!fill) return []
  const row: GapFillRow = fillRow(
    fill.state,
    { id: fill.id, policy, editor: deps.reviser.name },
    key.tenant,
    deps.now(),
  )
  return deps.fills.doneSteps(key, { row, inserted: fill.state.inserted, hold: NOTHING_HELD })
}

const NOTHING_HELD: QuotaHold = { keepSteps: [], due: [], giveBack: async () => undefined }

/**
 * Issues the receipt of a text, and confirms its hold, attack log and gap fill in the same write. An interrupted run
 * leaves either one receipt and one charge, or neither. A receipt issued by an earlier run is found by its name.
 */
export const publishAttestation = async (
  deps: PublishDeps,
  piped: PipelineResult,
  publishing: PublishRequest,
): Promise<PublishedText | Refusal<QuotaWord | 'receipt_conflict'>> => {
  const { key, policy, payload } = publishing
  const { progress, initial, final } = piped
  const { state } = progress
  const hashes = hashesOf(piped, publishing)
  const version = versionOf(hashes)
  const result = {
    score: final.score,
    initialGaps: initial.gapCount,
    finalGaps: final.gapCount,
    attacksLogged: state.critique?.attacks.length ?? 0,
    creditsMicroUsd: state.spent,
  }
  for (let tries = 1; ; tries++) {
    const hold = await publishing.hold()
    if (hold instanceof Refusal) return hold
    const companionWrites = [
      ...(await fillSteps(deps, piped, publishing)),
      ...hold.keepSteps,
      ...deps.notices.steps(hold.due),
    ]
    let at: { readonly hash: string; readonly issuedAt: Date } | undefined
    try {
      const issued = await deps.issue(EVIDENCE_PUBLISH, {
        org: key.org,
        key: `evidence.publish:${progress.id}`,
        ref: state.validationId,
        subject: { sha256: final.contentHash },
        policy: { id: policy.id, version: policy.version, sha256: policySha256(policy) },
        claims: payload,
        hashes: { ...hashes, inputHash: initial.contentHash },
        versions: PUBLISH_VERSIONS[version],
        result,
        steps: (hash, issuedAt) => {
          at = { hash, issuedAt }
          return [...companionWrites, deps.attestations.step(key, attestationOf(piped, publishing, hashes, at))]
        },
      })
      if (issued instanceof Refusal) return issued
      if (issued.isNew) await deps.notices.publish(hold.due)
      else await hold.giveBack()
      const stored = issued.isNew ? undefined : await deps.attestations.find(key, issued.hash)
      const publishedAt = stored ? new Date(stored.createdAt) : (at?.issuedAt ?? deps.now())
      return { ...issued, version, publishedAt, hashes }
    } catch (error) {
      if (!(error instanceof ReceiptStepsRefused) || tries === TRIES) throw error
    }
  }
}
