export {
  type Allowance,
  archiveAllowance,
  type QuotaRefusal,
  type WorkspaceQuotas,
} from './allowance.ts'
export { archiveIndex } from './index/archive-index.ts'
export { type ArchiveObjects, keyPart, segmentBucket } from './index/segment-bucket.ts'
export { archiveMeter, type Meter } from './meter-table.ts'
export { type PackPosition, type PackReader, packOf, packReader } from './packs.ts'
export { type ConversationReader, type ConversationRow, conversationReader } from './read-conversations.ts'
export { resultsOf } from './retrieval/results-of.ts'
export {
  type FoundConversation,
  type FoundPassage,
  passagesOf,
  type RetrieveDeps,
  retrieve,
} from './retrieval/retrieve.ts'
export { summaryOf } from './summary-of.ts'
export { boundedId, truncateText } from './text-bounds.ts'
export { indexedConversation, windowsOf } from './windows-of.ts'
