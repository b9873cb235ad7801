import { SERVICE } from 'service:trust'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { trustService } from '../../lambdas/trust/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const trust = clientOf<typeof trustService>(SERVICE)

export type ChangeTrustArtifactInput = InputOf<typeof trust.changeTrustArtifact>
export type CopyTrustArtifactInput = InputOf<typeof trust.copyTrustArtifact>
export type CopyTrustArtifactOutput = OutputOf<typeof trust.copyTrustArtifact>
export type DeleteTrustArtifactInput = InputOf<typeof trust.deleteTrustArtifact>
export type ListTrustSlugHistoryOutput = OutputOf<typeof trust.listTrustSlugHistory>
export type PutTrustArtifactOutput = OutputOf<typeof trust.putTrustArtifact>
export type TrustArtifact = OutputOf<typeof trust.getTrustArtifact>
export type TrustPageSettings = OutputOf<typeof trust.getTrustPageSettings>
export type TrustReader = OutputOf<typeof trust.listTrustReaders>['readers'][number]
export type TrustRequest = OutputOf<typeof trust.getTrustRequest>
export type TrustSlug = OutputOf<typeof trust.putTrustSlug>
export type TrustSubscriber = OutputOf<typeof trust.listTrustSubscribers>['subscribers'][number]
export type TrustTerms = OutputOf<typeof trust.getTrustTerms>
