import type { EvidenceAttestation } from '../contract/attest.ts'
import { usdOfMicro } from '../gap-fill/fill-view.ts'
import type { ValidationRow } from '../validations/validation-table.ts'
import type { PipelineResult } from './pipeline.ts'
import type { PublishedText } from './publish.ts'

/** The audit row of the final check. Its id is the same in each run. */
export const validationOf = ({ progress, final }: PipelineResult, tenant: string, now: Date): ValidationRow => {
  const { policyVersion, policySha256, contentHash, score, gapCount } = final
  return {
    id: progress.state.validationId,
    tenant,
    policyVersion,
    policySha256,
    contentHash,
    score,
    gapCount,
    createdAt: now.toISOString(),
  }
}

const bailOf = (endReason: string | undefined) =>
  endReason === undefined || endReason === 'converged'
    ? []
    : [endReason as EvidenceAttestation['pipelineSummary']['bailReasons'][number]]

const summaryOf = ({ progress: { state }, initial, final }: PipelineResult) => {
  const revisedDiffersFromInput = initial.contentHash !== final.contentHash
  const { critique, fill } = state
  const fillState = fill && 'id' in fill ? fill.state : undefined
  const [bailReason] = bailOf(fillState?.endReason)
  return {
    initialGaps: initial.gapCount,
    finalGaps: final.gapCount,
    attacksLogged: critique?.attacks.length ?? 0,
    revisedDiffersFromInput,
    bailReasons: [...bailOf(critique?.bailReason), ...bailOf(fillState?.endReason)],
    ...(fillState && {
      gapFill: {
        iterations: fillState.log.length,
        initialGaps: fillState.initialGaps,
        finalGaps: fillState.gaps,
        assetsInjected: fillState.inserted.length,
        ...(bailReason && { bailReason }),
      },
    }),
  }
}

/** An attested text in the format of the API (spec platform-api 4.5). */
export const attestationView = (
  pipelineResult: PipelineResult,
  { hash, version, publishedAt, hashes }: PublishedText,
  issuer: string,
): EvidenceAttestation => {
  const { final, progress } = pipelineResult
  const { fill, content, spent: spentMicroUsd } = progress.state
  const { critiqueHash: _critique, ...otherHashes } = hashes
  return {
    receiptHash: hash,
    verifyUrl: `${issuer}/verify/${hash}`,
    verifyJsonUrl: `${issuer}/verify/${hash}.json`,
    receiptVersion: version,
    policyVersion: final.policyVersion,
    contentHash: final.contentHash,
    publishedAt: publishedAt.getTime(),
    revised: content,
    ...otherHashes,
    ...(fill && 'skipped' in fill && { gapFillSkipped: fill.skipped }),
    pipelineSummary: summaryOf(pipelineResult),
    creditsUsed: usdOfMicro(spentMicroUsd),
    score: final.score,
  }
}
