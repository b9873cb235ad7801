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
  readonly fills: Pick<GapFillTable, 'completionSteps'>
  readonly notices: QuotaNotices
  readonly reviser: Reviser
  readonly now: Clock
}

/** The error codes for exhausted quotas (spec platform-api 4.5; those of validate and gap fill have other names). */
export type AttestQuotaCode = 'evidence_validations_quota_exceeded' | 'evidence_gap_fills_quota_exceeded'

export interface PublishRequest {
  readonly key: LibraryKey
  readonly policy: Policy
  readonly payload: PublicPayload
  readonly plan: readonly string[] | undefined
  /** Reserves the quota. Called for each attempt, because a hold can expire. */
  readonly hold: () => Promise<QuotaHold | Refusal<AttestQuotaCode>>
}

export interface PublishedText {
  readonly hash: string
  readonly isNew: boolean
  readonly version: (typeof RECEIPT_VERSIONS)[number]
  readonly publishedAt: Date
  readonly hashes: { readonly critiqueHash: string; readonly planHash?: string; readonly gapFillHash?: string }
}

/** Maximum attempts. A concurrent change of an asset or a counter rejects the write of the receipt. */
const ATTEMPTS_MAX = 4

const fillOf = ({
  progress: { state },
}: PipelineResult): { readonly id: string; readonly state: FillState } | undefined =>
  state.fill && 'id' in state.fill
    ? { id: state.fill.id, state: { ...state.fill.state, content: state.content } }
    : undefined

const attacksOf = ({ progress: { state }, final }: PipelineResult): readonly Attack[] => {
  const openRequirementIds = new Set(final.gaps.map(({ requirementId }) => requirementId))
  return (state.critique?.attacks ?? []).map((attack) =>
    attack.resolution === 'deferred' && !openRequirementIds.has(attack.requirementId ?? '')
      ? { ...attack, resolution: 'accepted', reason: 'The gap fill closes the gap.' }
      : attack,
  )
}

const hashesOf = (pipelineResult: PipelineResult, { policy, plan }: PublishRequest): PublishedText['hashes'] => {
  const fill = fillOf(pipelineResult)
  return {
    critiqueHash: jsonSha256(attacksOf(pipelineResult)),
    ...(plan && { planHash: jsonSha256(plan) }),
    ...(fill && { gapFillHash: gapFillSha256(fill.state, policy) }),
  }
}

const versionOf = ({ planHash, gapFillHash }: PublishedText['hashes']): PublishedText['version'] =>
  gapFillHash !== undefined ? '2.2' : planHash !== undefined ? '2.1' : '2'

const attestationOf = (
  pipelineResult: PipelineResult,
  { key, plan }: PublishRequest,
  { critiqueHash }: PublishedText['hashes'],
  receipt: { readonly hash: string; readonly issuedAt: Date },
): AttestationRow => {
  const { fill, validationId } = pipelineResult.progress.state
  return {
    hash: receipt.hash,
    tenant: key.tenant,
    attacks: JSON.stringify(attacksOf(pipelineResult)),
    critiqueHash,
    ...(plan && { approvedPlan: [...plan] }),
    ...(fill && 'id' in fill && { gapFillId: fill.id }),
    validationId,
    score: pipelineResult.final.score,
    createdAt: receipt.issuedAt.toISOString(),
  }
}

/** The rows of the gap fill, rebuilt for each attempt because assets may have changed. */
const fillSteps = async (
  deps: PublishDeps,
  pipelineResult: PipelineResult,
  { key, policy }: PublishRequest,
): Promise<readonly WriteStep[]> => {
  const fill = fillOf(pipelineResult)
  if (!fill) return []
  const row: GapFillRow = fillRow(
    fill.state,
    { id: fill.id, policy, editor: deps.reviser.name },
    key.tenant,
    deps.now(),
  )
  return deps.fills.completionSteps(key, { row, inserted: fill.state.inserted, hold: EMPTY_HOLD })
}

/** The rows of the gap fill confirm no quota, because the receipt does. */
const EMPTY_HOLD: QuotaHold = { keepSteps: [], due: [], release: async () => undefined }

/**
 * Issues the receipt of a text, and confirms its hold, attack log and gap fill in the same write. An interrupted run
 * leaves either one receipt and one charge, or neither. A receipt issued by an earlier run is found by its name.
 */
export const publishAttestation = async (
  deps: PublishDeps,
  pipelineResult: PipelineResult,
  publishRequest: PublishRequest,
): Promise<PublishedText | Refusal<AttestQuotaCode | 'receipt_conflict'>> => {
  const { key, policy, payload } = publishRequest
  const { progress, initial, final } = pipelineResult
  const { state } = progress
  const hashes = hashesOf(pipelineResult, publishRequest)
  const version = versionOf(hashes)
  const result = {
    score: final.score,
    initialGaps: initial.gapCount,
    finalGaps: final.gapCount,
    attacksLogged: state.critique?.attacks.length ?? 0,
    creditsMicroUsd: state.spent,
  }
  for (let attempt = 1; ; attempt++) {
    const hold = await publishRequest.hold()
    if (hold instanceof Refusal) return hold
    const companionWrites = [
      ...(await fillSteps(deps, pipelineResult, publishRequest)),
      ...hold.keepSteps,
      ...deps.notices.steps(hold.due),
    ]
    let receipt: { readonly hash: string; readonly issuedAt: Date } | undefined
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
          receipt = { hash, issuedAt }
          return [
            ...companionWrites,
            deps.attestations.step(key, attestationOf(pipelineResult, publishRequest, hashes, receipt)),
          ]
        },
      })
      if (issued instanceof Refusal) return issued
      if (issued.isNew) await deps.notices.publish(hold.due)
      else await hold.release()
      const storedAttestation = issued.isNew ? undefined : await deps.attestations.find(key, issued.hash)
      const publishedAt = storedAttestation ? new Date(storedAttestation.createdAt) : (receipt?.issuedAt ?? deps.now())
      return { ...issued, version, publishedAt, hashes }
    } catch (error) {
      if (!(error instanceof ReceiptStepsRefused) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
