export { type DeckProblem, deckProblems } from './check/check-deck.ts'
export { type Compilation, type CompiledScript, compileScript, type ShelfDeck } from './check/compile-script.ts'
export { loadShelf } from './check/shelf.ts'
export { BUILT_IN_DECKS, loadDeck } from './decks/built-in.ts'
export type { Advice, Card, Check, Deck, DeckAsk, Element, Reference, Severity } from './decks/card.ts'
export { DeckInvalidError, deckSha256 } from './decks/deck-index.ts'
export { DECK_MEASURES, deckQualityFaults } from './decks/judge-deck.ts'
export { isRole, ROLES, type Role } from './decks/roles.ts'
export { below, block, type Chance, SEED_MAX } from './draw/block.ts'
export { type PickResult, pickOne, type WeightedCandidate } from './draw/pick.ts'
export { evaluate, type Lookup, type Truth } from './facts/evaluate.ts'
export { type FactValue, fittingValue } from './facts/fact-value.ts'
export { type FactQuestion, TRAITS } from './facts/traits.ts'
export { expireInterview, type Moment, startInterview, tickInterview } from './interview/interview.ts'
export {
  type Budget,
  isFinal,
  LOOP_LIMITS,
  LOOP_TOOLS,
  type LoopEvent,
  type LoopOutcome,
  type LoopRefusal,
  type LoopState,
  type LoopStatus,
  type LoopTool,
  type PendingTool,
  type TickInput,
  type ToolResult,
} from './interview/loop.ts'
export { interviewReport } from './interview/report.ts'
export { type Entropy, entropyOf, recentMemories } from './memory/entropy.ts'
export {
  type Contradiction,
  type Identity,
  type InscribedRun,
  type Insight,
  MEMORY_LIMITS,
  type RoleMemory,
  readingMemory,
  roleMemory,
} from './memory/role-memory.ts'
export { defaultSeed } from './reading/default-seed.ts'
export { INPUT_LIMITS } from './reading/input-problems.ts'
export {
  type Difference,
  type ReadingFile,
  type Replay,
  type ReplayInputs,
  replayInputs,
  replayReading,
  rerun,
} from './reading/replay.ts'
export { type NarrativeReading, type RawReading, RESPONSE_MODES, type ResponseMode, replyOf } from './reading/reply.ts'
export { runCompiled, runReading } from './reading/run-reading.ts'
export { readingSha256, readingSubject } from './reading/subject.ts'
export { engineHealth } from './record/engine-health.ts'
export type * from './record/reading.ts'
export { ENGINE } from './record/reading.ts'
export { parseCondition } from './script/parse-condition.ts'
export { type ParsedScript, parseScript, readScript } from './script/parse-script.ts'
export { SCRIPT_ERROR_CODES, type ScriptError, type ScriptErrorCode } from './script/script-errors.ts'
export { SCRIPT_LIMITS } from './script/script-limits.ts'
export type { AskType, Condition, Literal, Script } from './script/syntax.ts'
export { SPREADS, spreadOfName } from './spreads/index.ts'
export type { Spread } from './spreads/spread.ts'
export { type Bm25Index, bm25, bm25Index, type DocumentScore } from './text/bm25.ts'
export { markdownCode, markdownText } from './text/markdown.ts'
export { stemOf, stemsOf, wordsOf } from './text/stems.ts'
export { STOP_WORDS } from './text/stop-words.ts'
