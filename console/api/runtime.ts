import { SERVICE } from 'service:runtime'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { runtimeService } from '../../lambdas/runtime/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const runtime = clientOf<typeof runtimeService>(SERVICE)

export type Advisory = OutputOf<typeof runtime.getAdvisory>
export type Card = OutputOf<typeof runtime.putDeck>['cards'][number]
export type Classification = OutputOf<typeof runtime.classifyIntention>['classification']
export type StoredScaffold = OutputOf<typeof runtime.getScaffold>
export type ListedDeck = OutputOf<typeof runtime.listDecks>['decks'][number]
export type PutDeckInput = InputOf<typeof runtime.putDeck>
export type ReadingCard = StructuredReading['cards'][number]
export type ReadingPosition = StructuredReading['positions'][number]
export type ReadingQuestion = StructuredReading['questions'][number]
export type ReadingSearchResults = OutputOf<typeof runtime.recallReadings>
export type RegisteredDeck = OutputOf<typeof runtime.putDeck>
export type RunReadingInput = InputOf<typeof runtime.runReading>
export type RuntimeVerification = OutputOf<typeof runtime.verifyRuntimeReceipt>
export type StructuredReading = Extract<OutputOf<typeof runtime.runReading>, { readonly positions: unknown }>
