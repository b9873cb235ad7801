export { contentHash } from './content-hash.ts'
export {
  type Conversation,
  INDEXED_KINDS,
  type Message,
  type Part,
  type PartKind,
  type Role,
  type Vendor,
} from './conversation.ts'
export { isConversationFile } from './member-names.ts'
export { threadOf } from './read/fragment.ts'
export type { FaultCode, Outcome, ThreadFragment } from './read/outcome.ts'
export { readItem } from './read/read-item.ts'
export { detectRoot, HEAD_BYTES } from './split/detect-root.ts'
export { LIMITS, type Limits, type Position, type RootKind, type SplitItem } from './split/position.ts'
export { createSplitter, type Splitter } from './split/splitter.ts'
