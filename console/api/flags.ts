import { SERVICE } from 'service:flags'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { flagService } from '../../lambdas/flags/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const flags = clientOf<typeof flagService>(SERVICE)

export type AuditEntry = OutputOf<typeof flags.listAudit>['entries'][number]
export type AuditVerdict = OutputOf<typeof flags.verifyAudit>
export type Canary = NonNullable<Flag['canary']>
export type CreateFlagInput = InputOf<typeof flags.createFlag>
export type Flag = OutputOf<typeof flags.getFlag>
export type FlagChangePreview = Exclude<OutputOf<typeof flags.updateFlag>, Flag>
export type FlagExplanation = OutputOf<typeof flags.explainFlag>
export type FlagMetrics = OutputOf<typeof flags.getFlagMetrics>
export type FlagRule = Flag['rules'][number]
export type FlagSegment = OutputOf<typeof flags.listSegments>['segments'][number]
export type ListFlagsOutput = OutputOf<typeof flags.listFlags>
export type PutSegmentOutput = OutputOf<typeof flags.putSegment>
export type StartCanaryInput = InputOf<typeof flags.startCanary>
export type UpdateFlagInput = InputOf<typeof flags.updateFlag>
export type UpdateFlagOutput = OutputOf<typeof flags.updateFlag>
