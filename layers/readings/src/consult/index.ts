export {
  BOOTSTRAP_LIMITS,
  type BootstrapInputs,
  type BootstrapOutcome,
  type BootstrapResult,
  bootstrap,
  type EvidenceBar,
  type MethodologyConfidence,
  type SignalClass,
  type Tier,
} from '../bootstrap/bootstrap.ts'
export {
  RESEARCH_TABLE,
  RESEARCH_TYPES,
  type ResearchStrategy,
  type ResearchType,
} from '../bootstrap/research-table.ts'
export type { GapClass, GapType, SignalType } from '../bootstrap/signal-words.ts'
export type { CandidateCard, CandidateTerm } from '../bootstrap/vocabulary-of-signals.ts'
export {
  afterFailure,
  afterRun,
  consultMemory,
  type MemoryOutcome,
  type MemoryReply,
  memoryOfRecord,
  memoryReply,
  NO_RECORD,
  type RecordedRun,
  type RoleRecord,
} from '../memory/role-record.ts'
export type * from './agent-run.ts'
export { AGENT_RUN_VERSION, CONSULT_MODES } from './agent-run.ts'
export { agentRunSha256, agentRunSubject } from './agent-run-subject.ts'
export { bindingsWithReceipt, CISO_REQUIRED_FACTS } from './bundle-bindings.ts'
export { consult } from './consult.ts'
export { CONSULT_LIMITS } from './input-checks.ts'
export { isUsable, type ModelAnswer, type ProseFault, proseBrief, proseFaults, withModelProse } from './model-prose.ts'
export { type ConsultFile, type ConsultReplay, consultFile, replayConsult, shelfOfRole } from './replay-consult.ts'
export { POSITIONS, type Position, roleSpread } from './role-spread.ts'
