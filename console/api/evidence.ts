import { SERVICE } from 'service:evidence'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { evidenceService } from '../../lambdas/evidence/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const evidence = clientOf<typeof evidenceService>(SERVICE)

export type AttestEvidenceInput = InputOf<typeof evidence.attestEvidence>
export type CreateEvidenceAssetInput = InputOf<typeof evidence.createEvidenceAsset>
export type EvidenceAsset = OutputOf<typeof evidence.createEvidenceAsset>['asset']
export type EvidenceAttestation = OutputOf<typeof evidence.attestEvidence>
export type EvidenceCritique = OutputOf<typeof evidence.getEvidenceCritique>
export type EvidenceGapFill = Exclude<OutputOf<typeof evidence.fillEvidenceGaps>, EvidenceGapFillJob>
export type EvidenceGapFillJob = OutputOf<typeof evidence.getEvidenceGapFill>
export type FillEvidenceGapsInput = InputOf<typeof evidence.fillEvidenceGaps>
export type GetEvidenceGapFillOutput = OutputOf<typeof evidence.getEvidenceGapFill>
export type ImportEvidenceAssetsInput = InputOf<typeof evidence.importEvidenceAssets>
export type ImportEvidenceAssetsOutput = OutputOf<typeof evidence.importEvidenceAssets>
export type ImportedEvidenceRow = OutputOf<typeof evidence.importEvidenceAssets>['rows'][number]
export type ListEvidenceAssetsInput = InputOf<typeof evidence.listEvidenceAssets>
export type ListEvidenceGapFillsOutput = OutputOf<typeof evidence.listEvidenceGapFills>
export type ListEvidenceValidationsOutput = OutputOf<typeof evidence.listEvidenceValidations>
export type ValidateEvidenceOutput = OutputOf<typeof evidence.validateEvidence>
