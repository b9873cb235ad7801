// Made from the contract "runtime" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface CardInput {
  readonly id: string
  readonly title: string
  readonly element: 'people' | 'process' | 'technology' | 'data' | 'money' | 'risk'
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  readonly stride?: 'S' | 'T' | 'R' | 'I' | 'D' | 'E' | undefined
  readonly phase?: 'design' | 'build' | 'launch' | 'run' | 'retire' | undefined
  readonly tags?: readonly string[] | undefined
  /** Words of an intention that tell of it */
  readonly tells: readonly string[]
  /** A condition over traits and the asks of the deck; absent is always */
  readonly when?: string | undefined
  /** It comes before all draws if its condition is true */
  readonly must?: boolean | undefined
  /** Weight; 4 unless told */
  readonly base?: number | undefined
  readonly question: string
  readonly why: string
  readonly advice: readonly {
    readonly do: string
    readonly owner: string
    readonly done_when: string
  }[]
  readonly check: {
    readonly test: string
    readonly level: 'unit' | 'integration' | 'e2e' | 'review' | 'metric'
    /** Of rubrics: what computes it */
    readonly detector?: string | undefined
    readonly params?: { readonly [key: string]: string | number } | undefined
  }
  readonly evidence: readonly string[]
  readonly not_when: string
  readonly refs: readonly {
    readonly id: string
    readonly url?: string | undefined
  }[]
  readonly facts?: { readonly [key: string]: string | number | boolean } | undefined
}

export interface CheckedScript {
  readonly valid: true
  readonly spread: SpreadName
  readonly decks: readonly DeckUsed[]
  readonly asks: readonly {
    readonly name: string
    readonly question: string
    readonly type: string
  }[]
}

export interface Classification {
  /** Id of a pattern, or of a card of the deck that was given */
  readonly pattern: string
  readonly confidence: 'high' | 'medium' | 'low'
  readonly method: 'vocab' | 'relevance'
  /** The best by words, or none */
  readonly vocab_signal: string
  /** 4 and more decides */
  readonly vocab_score: number
  readonly runner_up_vocab_signal: string | null
  readonly runner_up_vocab_score: number | null
  readonly relevance_score: number
}

export interface Classified {
  readonly classification: Classification
  /** What the intention says of what is to be built */
  readonly traits: { readonly [key: string]: string }
  readonly tier2_recommended: boolean
}

export interface DeckCoverage {
  readonly applicable: number
  readonly drawn: number
  readonly undecided: number
  readonly ruled_out: number
  /** What applies and was not drawn */
  readonly remaining: readonly string[]
  readonly undecided_ids: readonly string[]
}

export interface DeckInput {
  /** Name of a deck */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** SPDX */
  readonly licence: string
  readonly asks: readonly {
    readonly name: string
    readonly question: string
    readonly type: 'yes/no' | 'number' | 'text' | 'one of' | 'any of'
    readonly options?: readonly (string | number)[] | undefined
  }[]
  readonly cards: readonly CardInput[]
  readonly changes: readonly {
    readonly version: string
    readonly text: string
  }[]
}

export interface DeckUsed {
  readonly alias: string
  readonly name: string
  readonly version: string
  readonly sha256: string
}

export interface NarrativeReading {
  readonly spread: SpreadName
  readonly seed: number
  /** Markdown */
  readonly output: string
  readonly oracle?: Oracle | undefined
  readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
  readonly questions: readonly ReadQuestion[]
  /** Hash of the receipt of an inscribed reading */
  readonly hash?: string | undefined
  readonly receipt?: ReceiptRef | undefined
}

export interface Oracle {
  readonly text: string
  readonly as?: string | undefined
  readonly method: 'rules' | 'model'
  readonly model?: string | undefined
  readonly model_outcome?: 'late' | 'failed' | 'unusable' | undefined
}

export interface ReadCard {
  readonly id: string
  /** Alias of the deck in the script */
  readonly deck: string
  readonly position: string
  readonly title: string
  readonly question: string
  readonly why: string
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  readonly element: 'people' | 'process' | 'technology' | 'data' | 'money' | 'risk'
  readonly advice: readonly {
    readonly do: string
    readonly owner: string
    readonly done_when: string
  }[]
  readonly check: {
    readonly test: string
    readonly level: 'unit' | 'integration' | 'e2e' | 'review' | 'metric'
    readonly detector?: string | undefined
    readonly params?: { readonly [key: string]: string | number } | undefined
  }
  readonly evidence: readonly string[]
  readonly refs: readonly {
    readonly id: string
    readonly url?: string | undefined
  }[]
  readonly applies: true | 'unknown'
  readonly relevance: number
  readonly weight: number
  /** Words of the intention that it was found by */
  readonly matched: readonly string[]
}

export interface ReadPosition {
  readonly name: string
  readonly title: string
  /** skipped: its condition is false; open: it is not known yet */
  readonly status: 'filled' | 'short' | 'empty' | 'skipped' | 'open'
  readonly cards: readonly string[]
}

export interface ReadQuestion {
  readonly fact: string
  readonly ask: string
  readonly type: string
  readonly options?: readonly string[] | undefined
  /** Weight of the cards and positions that wait for the answer */
  readonly decides: number
}

export interface ReadingWarning {
  readonly code: 'position_short' | 'must_not_drawn'
  readonly position: string
  readonly message: string
  readonly cards?: readonly string[] | undefined
}

export interface ReceiptRef {
  readonly hash: string
  readonly verifyUrl: string
  readonly seed?: number | undefined
}

export interface ReplayRecord {
  readonly script_sha256: string
  readonly decks: readonly DeckUsed[]
  readonly state_sha256: string
  /** Inscribed readings of the querent that were remembered */
  readonly memory_tick: number
  readonly memory_sha256: string
}

export interface Spread {
  readonly name: string
  readonly version: string
  readonly title: string
  readonly script: string
}

export interface SpreadName {
  readonly name: string
  readonly version: string
  readonly title: string
}

export interface StructuredReading {
  readonly spread: SpreadName
  readonly seed: number
  readonly engine: string
  readonly positions: readonly ReadPosition[]
  readonly cards: readonly ReadCard[]
  readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
  /** state, memory, intention, default, script or card:<id> */
  readonly fact_sources: { readonly [key: string]: string }
  /** The most decisive first */
  readonly questions: readonly ReadQuestion[]
  readonly coverage: { readonly [key: string]: DeckCoverage }
  /** Markdown */
  readonly output: string
  readonly oracle?: Oracle | undefined
  readonly replay: ReplayRecord
  readonly warnings: readonly ReadingWarning[]
  readonly trace?: readonly {
    readonly position: string
    readonly index: number | null
    readonly candidates: readonly {
      readonly id: string
      readonly weight: number
    }[]
    readonly block: string | null
    readonly pick: string
  }[] | undefined
  /** Hash of the receipt of an inscribed reading */
  readonly hash?: string | undefined
  readonly receipt?: ReceiptRef | undefined
}

export interface Card {
  readonly id: string
  readonly title: string
  readonly element: 'people' | 'process' | 'technology' | 'data' | 'money' | 'risk'
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  readonly stride?: 'S' | 'T' | 'R' | 'I' | 'D' | 'E' | undefined
  readonly phase?: 'design' | 'build' | 'launch' | 'run' | 'retire' | undefined
  readonly tags?: readonly string[] | undefined
  /** Words of an intention that tell of it */
  readonly tells: readonly string[]
  /** A condition over traits and the asks of the deck; absent is always */
  readonly when?: string | undefined
  /** It comes before all draws if its condition is true */
  readonly must?: boolean | undefined
  /** Weight; 4 unless told */
  readonly base?: number | undefined
  readonly question: string
  readonly why: string
  readonly advice: readonly {
    readonly do: string
    readonly owner: string
    readonly done_when: string
  }[]
  readonly check: {
    readonly test: string
    readonly level: 'unit' | 'integration' | 'e2e' | 'review' | 'metric'
    /** Of rubrics: what computes it */
    readonly detector?: string | undefined
    readonly params?: { readonly [key: string]: string | number } | undefined
  }
  readonly evidence: readonly string[]
  readonly not_when: string
  readonly refs: readonly {
    readonly id: string
    readonly url?: string | undefined
  }[]
  readonly facts?: { readonly [key: string]: string | number | boolean } | undefined
}

export interface ListedDeck {
  readonly name: string
  /** The newest */
  readonly version: string
  readonly origin: 'organisation' | 'built-in'
}

export interface RegisteredDeck {
  /** Name of a deck */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** SPDX */
  readonly licence: string
  readonly asks: readonly {
    readonly name: string
    readonly question: string
    readonly type: 'yes/no' | 'number' | 'text' | 'one of' | 'any of'
    readonly options?: readonly (string | number)[] | undefined
  }[]
  readonly cards: readonly Card[]
  readonly changes: readonly {
    readonly version: string
    readonly text: string
  }[]
  /** SHA-256 of the canonical JSON of the deck alone */
  readonly sha256: string
  /** All that are kept, the newest first */
  readonly versions: readonly {
    readonly version: string
    readonly sha256: string
    /** When it was registered; null for a deck that is built in */
    readonly at: string | null
  }[]
}

export interface Advisory {
  readonly hash: string
  readonly kind: string
  readonly at: string
  /** As it was given */
  readonly advisory: { readonly [key: string]: unknown }
  readonly superseded_by?: string | undefined
}

export interface Contradiction {
  readonly fact: string
  readonly values: readonly unknown[]
  readonly hashes: readonly string[]
}

export interface Grimoire {
  readonly querent: string
  readonly readings: readonly GrimoireEntry[]
  readonly next_cursor: string | null
}

export interface GrimoireEntry {
  readonly hash: string
  readonly kind: string
  readonly spread: string
  readonly role?: string | undefined
  readonly intention: string
  readonly at: string
  readonly seed: number
  readonly cards: readonly string[]
  readonly questions: number
  /** Of a scaffold */
  readonly project_type?: string | undefined
  readonly score?: number | undefined
}

export interface Recalled {
  readonly matches: readonly {
    readonly reading: {
      readonly hash: string
      readonly kind: string
      readonly spread: string
      readonly role?: string | undefined
      readonly intention: string
      readonly at: string
      readonly seed: number
      readonly cards: readonly string[]
      readonly questions: number
      /** Of a scaffold */
      readonly project_type?: string | undefined
      readonly score?: number | undefined
      readonly querent: string
      readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
    }
    readonly why: readonly string[]
  }[]
  readonly summary: {
    /** Readings a card */
    readonly by_card: { readonly [key: string]: number }
    readonly by_fact: { readonly [key: string]: readonly {
      readonly value: unknown
      readonly at: string
      readonly hash: string
    }[] }
    readonly contradictions: readonly Contradiction[]
  }
  readonly scanned: number
  readonly next_cursor: string | null
}

export interface RuntimeReceipt {
  readonly hash: string
  readonly kind: string
  readonly issuedAt: string
  readonly envelope: RuntimeReceiptEnvelope
  readonly claimsVisibility: 'public' | 'private'
  readonly claims?: unknown
  readonly opening?: {
    readonly salt: string
    readonly claims: unknown
  } | undefined
  readonly verifyUrl: string
}

export interface RuntimeReceiptEnvelope {
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly {
    readonly keyid: string
    readonly sig: string
  }[]
}

export interface AcceptedIntake {
  readonly accepted: true
  readonly refusal: {
    readonly refused: false
    /** In the order of the rules, then of elements */
    readonly findings: readonly IntakeFinding[]
    readonly summary: string
  }
  readonly receipt: IntakeReceipt
  /** Follows from the payload */
  readonly seed: number
  readonly latencyMs: number
  /** From 80 percent of the cycle’s scaffolds on */
  readonly warning?: {
    readonly meter: 'scaffolds'
    readonly used: number
    readonly limit: number
  } | undefined
}

export interface AgentAnalysis {
  readonly summary: string
  readonly findings: readonly {
    /** F1, F2, … */
    readonly id: string
    readonly title: string
    readonly statement: string
    readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
    /** high: every fact of its condition is known; medium: it needs none; low: one is unknown */
    readonly confidence: 'high' | 'medium' | 'low'
    readonly because: readonly {
      readonly fact: string
      readonly value: unknown
    }[]
    readonly card: string
    readonly refs: readonly {
      readonly id: string
      readonly url?: string | undefined
    }[]
  }[]
  readonly options: readonly {
    readonly id: string
    readonly title: string
    readonly for: readonly string[]
    readonly against: readonly string[]
    readonly reversible: boolean
  }[]
  /** The most decisive first */
  readonly open_questions: readonly {
    readonly id: string
    readonly fact: string
    readonly question: string
    readonly type: string
    readonly options?: readonly string[] | undefined
    /** Weight of the cards that wait for the answer */
    readonly decides: number
  }[]
}

export interface AgentGuidance {
  /** Absent while it is not known whether the option applies */
  readonly decision?: string | undefined
  readonly next_steps: readonly {
    readonly id: string
    readonly action: string
    readonly owner: string
    readonly due: 'before_build' | 'before_launch' | 'within_30_days'
    readonly done_when: string
    /** Ids of findings */
    readonly traces: readonly string[]
  }[]
  readonly do_not: readonly string[]
  readonly review_when: readonly string[]
}

export interface AgentRun {
  readonly schema_version: '1.0'
  readonly success: true
  readonly role: string
  readonly role_title: string
  /** Markdown by rules; with `narrative` prose */
  readonly response: string
  readonly symbolicResponse: SymbolicResponse
  readonly analysis: AgentAnalysis
  readonly guidance: AgentGuidance
  readonly responseMode: 'structured' | 'narrative'
  readonly metadata: AgentRunMetadata
  /** Of role cto: facts that another role can be bound to */
  readonly envelope?: {
    readonly bindings: { readonly [key: string]: string | number | boolean | readonly string[] }
  } | undefined
  /** Hash of the receipt of an inscribed run */
  readonly hash?: string | undefined
  readonly receipt?: ReceiptRef | undefined
}

export interface AgentRunMetadata {
  readonly engine: string
  readonly decks: readonly DeckUsed[]
  readonly seed: number
  /** Who wrote `response`; all else is by rules */
  readonly method: 'rules' | 'model'
  readonly model?: string | undefined
  readonly model_outcome?: 'late' | 'failed' | 'unusable' | undefined
  readonly latencyMs: number
  readonly memory: {
    /** Inscribed runs of the role that were remembered */
    readonly tick: number
  }
  /** The run of role cto whose facts these are */
  readonly bound_from?: string | undefined
  readonly warnings?: readonly {
    readonly code: string
    readonly position: string
    readonly message: string
    readonly [key: string]: unknown
  }[] | undefined
}

export interface Bootstrap {
  readonly role: string
  readonly signalType: 'incident' | 'metric' | 'request' | 'market' | 'regulation' | 'cost' | 'debt' | 'none'
  readonly signalClass: 'lagging' | 'leading' | 'mixed' | 'absent'
  readonly gapType: 'knowledge' | 'capability' | 'evidence' | 'ownership' | 'control' | 'none'
  readonly gapClass: 'critical' | 'material' | 'minor' | 'none'
  readonly researchStrategy: 'measurement' | 'document_review' | 'interview' | 'experiment' | 'benchmark'
  readonly researchType: 'quantitative' | 'qualitative' | 'mixed'
  readonly evidenceBar: 'anecdote' | 'corroborated' | 'measured' | 'audited'
  /** tier1: rules suffice; tier2: questions first; tier3: a person or a model */
  readonly tierAssignment: 'tier1' | 'tier2' | 'tier3'
  readonly methodologyConfidence: 'high' | 'medium' | 'low'
  readonly candidate_vocabulary: readonly {
    readonly term: string
    readonly weight: number
    readonly count: number
    readonly from: readonly number[]
  }[]
  /** Skeletons of cards */
  readonly candidate_cards: readonly {
    readonly id: string
    readonly title: string
    readonly [key: string]: unknown
  }[]
}

export interface Finding {
  readonly id: string
  /** What it is; a title or a rule is needed */
  readonly title?: string | undefined
  /** The rule of the intake that it is of */
  readonly rule?: string | undefined
  /** Where it is */
  readonly path?: string | undefined
  readonly description: string
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  /** Who answers for it */
  readonly owner?: string | undefined
  /** accepted needs an owner and a due date */
  readonly status: 'open' | 'mitigated' | 'accepted' | 'false_positive'
  readonly due?: string | undefined
  /** Hash of a receipt of the organisation that it is about */
  readonly receipt?: string | undefined
  /** What stands in the place of the missing control */
  readonly compensatingControl?: {
    readonly gap: string
    readonly mitigation: string
    readonly owner: string
  } | undefined
  /** The oldest first */
  readonly history: readonly {
    readonly at: string
    readonly by: string
    readonly status: 'open' | 'mitigated' | 'accepted' | 'false_positive'
    readonly note?: string | undefined
  }[]
  readonly created_at: string
}

export interface IntakeFinding {
  /** Of the rule: MFA-02 */
  readonly id: string
  /** subprocessors[2].dpaSigned */
  readonly path: string
  /** A disqualifier that nothing recovers refuses the intake */
  readonly severity: 'disqualifier' | 'warning'
  readonly description: string
  readonly remediation: string
  /** The compensating control that stands in for it */
  readonly recoveredBy?: {
    readonly gap: string
    readonly owner: string
  } | undefined
}

export interface IntakeReceipt {
  /** Hash of the receipt */
  readonly hash: string
  /** Path at which anybody verifies it */
  readonly verifyUrl: string
  readonly claimsSchemaVersion: number
}

export interface RoleMemory {
  readonly role: string
  /** Whether there was an inscribed run */
  readonly exists: boolean
  /** Inscribed runs */
  readonly tick?: number | undefined
  readonly zones: {
    /** Not drawn since the last shuffle */
    readonly deck: readonly string[]
    /** Drawn since then, the newest last */
    readonly discard: readonly string[]
    readonly metaInsight: readonly {
      readonly id: string
      readonly text: string
      readonly seen: number
      readonly from: readonly string[]
    }[]
    readonly identity: readonly {
      readonly fact: string
      readonly value: unknown
      readonly since: string
      readonly seen: number
    }[]
  }
  readonly entropy: {
    readonly totalCards: number
    readonly elementCounts: { readonly [key: string]: number }
    readonly shannonDiversity: number
    readonly depletionRatio: number
    /** What a further run could still change, of all */
    readonly transCapacity: number
  }
  readonly recentMemories?: readonly {
    readonly hash: string
    readonly at: string
    readonly intention: string
    readonly cards: readonly string[]
  }[] | undefined
  readonly updatedAt?: string | undefined
}

export interface SymbolicResponse {
  readonly spread: SpreadName
  readonly positions: readonly {
    readonly position: string
    readonly card?: string | undefined
    readonly title: string
    readonly reading: string
  }[]
  readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
}

export interface Loop {
  readonly id: string
  readonly state: 'running' | 'waiting' | 'done' | 'stopped' | 'failed' | 'expired'
  readonly reason?: string | undefined
  readonly mode: 'manual' | 'auto'
  readonly tick: number
  readonly budget: LoopBudget
  readonly used: LoopBudget
  readonly tools: readonly string[]
  /** The next best first */
  readonly questions: readonly ReadQuestion[]
  readonly facts: { readonly [key: string]: string | number | boolean | readonly string[] }
  readonly positions: readonly ReadPosition[]
  /** What was read so far, as Markdown */
  readonly output: string
  /** The tool that waits for `approve` */
  readonly pending?: {
    readonly tool: string
    readonly args: { readonly [key: string]: unknown }
    readonly why: string
  } | undefined
  /** Of the receipt of the reading, behind its end */
  readonly reading_hash?: string | undefined
  /** Number of the last event */
  readonly last_event: number
  readonly created_at: string
  /** 30 minutes behind the last tick */
  readonly expires_at: string
}

export interface LoopBudget {
  readonly ticks: number
  readonly model_calls: number
  readonly cost_micro_usd: number
  readonly seconds: number
}

export interface LoopTools {
  readonly tools: readonly {
    readonly tool: string
    readonly title: string
    readonly description: string
    readonly scope: string
    readonly hints: {
      readonly readOnly: boolean
      readonly destructive: boolean
      readonly idempotent: boolean
      readonly openWorld: boolean
    }
    readonly needs_approval: boolean
    readonly input_schema: { readonly [key: string]: unknown }
    readonly output_schema: { readonly [key: string]: unknown }
  }[]
}

export interface LoopEvent {
  readonly loop: string
  readonly seq: number
  readonly tick: number
  readonly at: string
}

export interface GraderReply {
  readonly graderName: string
  readonly graderVersion: string
  readonly caseId: string
  readonly scores: {
    readonly TaskFit: number
    readonly Support: number
    readonly Actionability: number
  }
  readonly aggregate: number
  /** null without expectedMinimumScore */
  readonly passed: boolean | null
  readonly checks: readonly {
    readonly id: string
    readonly dimension: 'TaskFit' | 'Support' | 'Actionability'
    readonly value: number
    readonly weight: number
    readonly detail: string
    readonly spans: readonly { readonly [key: string]: unknown }[]
  }[]
  /** The dearest first: the first line is the best next edit */
  readonly gaps: readonly ({
    readonly id: string
    readonly dimension: 'TaskFit' | 'Support' | 'Actionability'
    readonly loss: number
    readonly fix: string
    /** Where in the text */
    readonly span?: { readonly [key: string]: unknown } | undefined
  })[]
  readonly findings: readonly ({
    readonly id: string
    readonly severity: 'info' | 'low' | 'medium' | 'high'
    readonly text: string
    /** Where in the text */
    readonly span?: { readonly [key: string]: unknown } | undefined
  })[]
  readonly rubric: {
    readonly name: string
    readonly version: string
    readonly sha256: string
  }
  readonly hash: string
  readonly receipt: ReceiptRef
}

export interface InvokedTool {
  readonly tool: string
  readonly ok: boolean
  readonly result?: { readonly [key: string]: unknown } | undefined
  readonly text?: string | undefined
  /** Why it did not work */
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly hint: string
    readonly [key: string]: unknown
  } | undefined
}

export interface RuntimeTools {
  readonly tools: readonly {
    readonly tool: string
    readonly title: string
    readonly description: string
    readonly scope: string
    readonly hints: {
      readonly readOnly: boolean
      readonly destructive: boolean
      readonly idempotent: boolean
      readonly openWorld: boolean
    }
    readonly input_schema: { readonly [key: string]: unknown }
    readonly output_schema: { readonly [key: string]: unknown }
  }[]
}

export interface ClassificationInput {
  /** Id of a pattern, or of a card of the deck that was given */
  readonly pattern: string
  readonly confidence: 'high' | 'medium' | 'low'
  readonly method: 'vocab' | 'relevance'
  /** The best by words, or none */
  readonly vocab_signal: string
  /** 4 and more decides */
  readonly vocab_score: number
  readonly runner_up_vocab_signal: string | null
  readonly runner_up_vocab_score: number | null
  readonly relevance_score: number
}

export interface CodegenInputInput {
  /** What is to be built, in words */
  readonly intention: string
  /** Name of the service; by default of the words of the intention */
  readonly workerName?: string | undefined
  /** Names the request for 30 days: sent again, it is answered with the first scaffold */
  readonly conversationId?: string | undefined
  /** The same seed and the same input give the same files */
  readonly seed?: number | undefined
  /**
   * Keep it and sign it
   * Default: false
   */
  readonly inscribe?: boolean | undefined
  /** By default aws */
  readonly target?: 'aws' | 'cloudflare' | 'both' | undefined
  /** Kind of project, which speaks for its patterns: api, web, worker, cli, mcp, library; any other for none */
  readonly projectType?: string | undefined
  /** Instead of the one that the intention says */
  readonly pattern?: 'http-api' | 'crud-api' | 'webhook-receiver' | 'queue-consumer' | 'scheduled-job' | 'stream-processor' | 'file-pipeline' | 'auth-gateway' | 'edge-proxy' | 'mcp-server' | 'rag-service' | 'agent-worker' | 'static-site-api' | 'cli-tool' | 'event-fanout' | 'data-sync' | 'realtime-hub' | 'workflow' | undefined
  /** Instead of those that the intention says */
  readonly traits?: { readonly [key: string]: string } | undefined
  /** Nouns that it is about, instead of those that the intention says; "item" stands where it says none */
  readonly entities?: readonly string[] | undefined
  /**
   * `.scaffold/answers.json` of an earlier scaffold: it gives name, pattern, traits, target and seed where the
   * request has none
   */
  readonly answers?: ScaffoldAnswersInput | undefined
}

export interface CodegenReply {
  readonly success: true
  /** Number of the scaffold in the organisation */
  readonly runId: number
  readonly codegen: {
    readonly pattern: string
    readonly workerName: string
    readonly files: readonly ScaffoldFile[]
  }
  /** Governance, documents and configuration; together with codegen it is all */
  readonly skeleton: readonly ScaffoldFile[]
  readonly envelope: PromptContext
  readonly emittedFacts: { readonly [key: string]: unknown }
  readonly classification: Classification
  readonly traits: { readonly [key: string]: string }
  /** Summary as Markdown */
  readonly output: string
  /** What to do first: commands, and what is open */
  readonly nextSteps: readonly string[]
  readonly inferenceMetrics: {
    readonly method: 'rules'
    readonly model_calls: 0
    readonly input_tokens: 0
    readonly output_tokens: 0
    readonly cost_micro_usd: 0
    readonly classify_us: number
    readonly render_us: number
  }
  /** Of the receipt */
  readonly hash?: string | undefined
  readonly receipt?: ReceiptRef | undefined
}

export interface FailedScaffold {
  readonly success: false
  readonly error: string
  readonly code: string
}

export interface InscribedScaffold {
  /** Of its receipt */
  readonly hash: string
  readonly at: string
  readonly intention: string
  /** As it was asked for */
  readonly projectType?: string | undefined
  readonly seed: number
  readonly codegen: {
    readonly pattern: string
    readonly workerName: string
    readonly files: readonly ScaffoldFile[]
  }
  /** Governance, documents and configuration; together with codegen it is all */
  readonly skeleton: readonly ScaffoldFile[]
  /** Absent where none was kept */
  readonly envelope?: PromptContext | undefined
  readonly emittedFacts: { readonly [key: string]: unknown }
  readonly classification: Classification
  readonly traits: { readonly [key: string]: string }
  /** Summary as Markdown */
  readonly output: string
  /** What to do first: commands, and what is open */
  readonly nextSteps: readonly string[]
}

export interface OutcomeShape {
  readonly status: 'deployed' | 'failed' | 'rolled_back' | 'abandoned'
  /** Where it was deployed */
  readonly target?: string | undefined
  readonly commit?: string | undefined
  readonly url?: string | undefined
  readonly tests?: {
    readonly passed: number
    readonly failed: number
  } | undefined
  readonly notes?: string | undefined
  readonly at: string
}

export interface OutcomeReply {
  readonly runId: number
  /** How many there are */
  readonly outcomes: number
  readonly latest: OutcomeShape
}

export interface PromptContext {
  readonly schema_version: 1
  readonly system: {
    readonly name: string
    readonly pattern: string
    readonly traits: { readonly [key: string]: string }
  }
  readonly requirements: readonly {
    readonly id: string
    readonly text: string
    readonly priority: string
    readonly source: string
    /** built, partly or open: whether the code does what is asked for */
    readonly status?: string | undefined
  }[]
  readonly interfaces: readonly {
    readonly id: string
    readonly kind: string
    readonly [key: string]: unknown
  }[]
  readonly threats: readonly {
    readonly id: string
    readonly [key: string]: unknown
  }[]
  readonly test_plan: readonly {
    readonly id: string
    readonly [key: string]: unknown
  }[]
  readonly decisions: readonly {
    readonly id: string
    readonly [key: string]: unknown
  }[]
  readonly constraints: readonly string[]
  readonly open_questions: readonly string[]
}

export interface ScaffoldAnswersInput {
  readonly schema: 1
  readonly intention: string
  readonly workerName: string
  readonly pattern: string
  readonly pattern_version: string
  readonly traits: { readonly [key: string]: string }
  readonly entities: readonly string[]
  readonly target: 'aws' | 'cloudflare' | 'both'
  readonly seed: number
  readonly decks: readonly {
    readonly alias?: string | undefined
    readonly name: string
    readonly version: string
    readonly sha256: string
  }[]
  readonly cards: readonly string[]
  /** Absent where the caller has named the pattern */
  readonly classification?: ClassificationInput | undefined
  /** Digests, which are not read */
  readonly files?: { readonly [key: string]: string } | undefined
}

export interface ScaffoldFile {
  readonly path: string
  readonly content: string
  readonly language: string
  readonly role: 'scaffold' | 'config' | 'governance' | 'test' | 'doc'
}

export interface UpdatedScaffold {
  readonly files: readonly {
    readonly path: string
    readonly content: string
    readonly status: 'unchanged' | 'updated' | 'merged' | 'conflict' | 'added' | 'removed' | 'kept'
  }[]
}

export interface AwsManifest {
  readonly schema: 1
  /** Of each function */
  readonly runtime: string
  readonly patterns: readonly {
    readonly pattern: string
    readonly version: string
    /** Constructs of the CDK in its stack */
    readonly bindings: readonly string[]
    readonly triggers: readonly {
      readonly kind: string
      readonly every_minutes?: number | undefined
    }[]
    readonly limits: readonly {
      readonly function: string
      readonly timeout_seconds: number
      readonly memory_mb: number
    }[]
    readonly files: readonly string[]
  }[]
}

export interface CloudflareManifest {
  readonly schema: 1
  readonly compatibility_date: string
  /** Version whose schema they are valid by */
  readonly wrangler: string
  readonly patterns: readonly {
    readonly pattern: string
    readonly version: string
    readonly bindings: { readonly [key: string]: unknown }
    readonly triggers: {
      readonly crons: readonly string[]
    }
    /** No function of the pattern takes longer; empty where there is none */
    readonly limits: {
      readonly cpu_ms?: number | undefined
    }
    readonly files: readonly string[]
  }[]
}

export interface Crownrot {
  readonly schema: 1
  readonly as_of: string
  readonly items: readonly {
    readonly kind: 'deck' | 'card' | 'spread' | 'pattern' | 'dependency' | 'runtime'
    readonly id: string
    readonly version: string
    readonly state: 'current' | 'ageing' | 'deprecated' | 'retired'
    readonly retires_at?: string | undefined
    readonly replacement?: string | undefined
    readonly reason: string
  }[]
}

export interface HarnessReply {
  readonly ok: boolean
  readonly steps: readonly ({
    readonly id: string
    readonly ok: boolean
    readonly skipped?: boolean | undefined
    readonly hash?: string | undefined
    readonly output?: unknown
    readonly error?: {
      readonly code: string
      readonly error: string
      readonly [key: string]: unknown
    } | undefined
  })[]
  /** What was saved */
  readonly facts: { readonly [key: string]: unknown }
  /** Of the last receipt */
  readonly hash?: string | undefined
}

export interface HarnessStepInput {
  readonly id: string
  readonly use: 'classify' | 'run' | 'codegen' | 'agent' | 'grade' | 'recall' | 'assert'
  /**
   * The body of the route; of assert {left, op, right}. A dollar sign and braces around step/pointer stand for a
   * part of an earlier output
   */
  readonly with: { readonly [key: string]: unknown }
  /** A condition over <step>.ok and saved names */
  readonly when?: string | undefined
  /** The output as a fact under this name */
  readonly save_as?: string | undefined
  readonly expect?: {
    /** JSON pointer into the output */
    readonly path: string
    readonly op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'has' | 'in'
    readonly value: unknown
  } | undefined
}

export interface RuntimeVerification {
  readonly hash: string
  /** No check failed, and the signature was checked */
  readonly valid: boolean
  readonly kind: string
  readonly issuedAt: string
  readonly checks: {
    readonly payload: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly signature: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly key: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly chain: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly log: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly claims: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly replay: {
      readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
      readonly detail: string
    }
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface ClassifyTelemetry {
  readonly total: number
  readonly by_method: { readonly [key: string]: number }
  readonly by_confidence: { readonly [key: string]: number }
  /** Without those by a deck */
  readonly by_pattern: { readonly [key: string]: number }
  /** Share for which somebody else had better choose */
  readonly tier2_share: number
  readonly recent: readonly {
    readonly at: string
    readonly pattern: string
    readonly confidence: string
    readonly method: string
    readonly vocab_score: number
    readonly intention_sha256: string
  }[]
}

export interface HarnessTelemetry {
  readonly runs: number
  readonly failed: number
  readonly by_step: { readonly [key: string]: {
    readonly runs: number
    readonly failed: number
  } }
}

export interface ScaffoldTelemetry {
  readonly window_hours: 24
  readonly runs: number
  readonly failed: number
  readonly by_pattern: readonly {
    readonly pattern: string
    readonly version: string
    readonly runs: number
    readonly deployed: number
    readonly failed: number
  }[]
  readonly p50_ms: number | null
  readonly p95_ms: number | null
  readonly replays: {
    readonly checked: number
    readonly mismatched: number
  }
}

export interface SimTelemetry {
  /** null before the first test */
  readonly at: string | null
  readonly decks: readonly {
    readonly name: string
    readonly version: string
    readonly readings: number
    readonly never_drawn: readonly string[]
    readonly chi2: number
    readonly p: number
  }[]
}

export interface RuntimeClientOptions {
  /** Scheme, host and the path before the contract's own routes, if any. */
  readonly baseUrl: string
  /** Sent as Authorization: Bearer; a function is asked before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Default: the platform's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Further attempts of calls that may be repeated; default 2. */
  readonly retries?: number | undefined
  /** Milliseconds that a whole call may take, further attempts included; default 60000. */
  readonly timeout?: number | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface RuntimeCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface RuntimeErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class RuntimeApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'RuntimeApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: RuntimeErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: RuntimeErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class RuntimeNetworkError extends Error {
  override readonly name: string = 'RuntimeNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class RuntimeTimeoutError extends Error {
  override readonly name: string = 'RuntimeTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /run`. */
export interface RunReadingInput {
  /**
   * Only check the script
   * Default: false
   */
  readonly dry_run?: boolean | undefined
  /** A script; exactly one of it and spreadType */
  readonly script?: string | undefined
  /** The same under another name */
  readonly source?: string | undefined
  /** A spread of GET /spreads */
  readonly spreadType?: string | undefined
  /** Default: {} */
  readonly querent?: {
    /** Id of a project or team */
    readonly id?: string | undefined
    /** What is to be built or decided, in words */
    readonly intention?: string | undefined
    /** Facts that are known, at most 64 */
    readonly state?: { readonly [key: string]: string | number | boolean | readonly string[] } | undefined
  } | undefined
  /** The same seed and the same input give the same draws */
  readonly seed?: number | undefined
  /**
   * Keep it, sign it and remember it
   * Default: false
   */
  readonly inscribe?: boolean | undefined
  /**
   * Facts and ids of cards are public claims of the receipt
   * Default: false
   */
  readonly publish_claims?: boolean | undefined
  /** Default: "structured" */
  readonly responseMode?: 'structured' | 'narrative' | 'raw' | undefined
  /**
   * Positions with fewer cards than asked are no error
   * Default: false
   */
  readonly lenient?: boolean | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
  /** Names an inscribed reading */
  readonly 'idempotency-key'?: string | undefined
}

/** The reading, or what `dry_run` has found */
export type RunReadingOutput = StructuredReading | NarrativeReading | CheckedScript

export type RunReadingResponse = { readonly status: 200; readonly headers: Headers; readonly body: RunReadingOutput }

/** Refusals that `runReading` declares; `code` tells them apart. */
export type RunReadingError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'script_invalid'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'querent_out_of_scope'>
  | RuntimeApiError<404, 'unknown_spread'>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'idempotency_mismatch'>
  | RuntimeApiError<422, 'position_unfilled'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /spreads`. */
export type ListSpreadsInput = Readonly<Record<string, never>>

/** All of them */
export type ListSpreadsOutput = {
  readonly spreads: readonly Spread[]
}

export type ListSpreadsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListSpreadsOutput }

/** Refusals that `listSpreads` declares; `code` tells them apart. */
export type ListSpreadsError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>

/** Input of `POST /classify`. */
export interface ClassifyIntentionInput {
  readonly intention: string
  /** Without effect: there is no chance in it */
  readonly seed?: number | undefined
  /** A deck of the caller, which is not stored */
  readonly deck?: DeckInput | undefined
  /** The name of that deck */
  readonly deck_alias?: string | undefined
  /** A deck of the organisation, or one that is built in */
  readonly deck_ref?: string | undefined
}

/** The classification */
export type ClassifyIntentionOutput = Classified

export type ClassifyIntentionResponse = { readonly status: 200; readonly headers: Headers; readonly body: ClassifyIntentionOutput }

/** Refusals that `classifyIntention` declares; `code` tells them apart. */
export type ClassifyIntentionError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'unknown_deck'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `PUT /decks/registry/:slug`. */
export interface PutDeckInput {
  /** Name of a deck */
  readonly slug: string
  /** Name of a deck */
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** SPDX */
  readonly licence: string
  readonly asks: readonly {
    readonly name: string
    readonly question: string
    readonly type: 'yes/no' | 'number' | 'text' | 'one of' | 'any of'
    readonly options?: readonly (string | number)[] | undefined
  }[]
  readonly cards: readonly CardInput[]
  readonly changes: readonly {
    readonly version: string
    readonly text: string
  }[]
}

/**
 * The version was registered before
 * The version is registered
 */
export type PutDeckOutput = RegisteredDeck

export type PutDeckResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: RegisteredDeck }
  | { readonly status: 201; readonly headers: Headers; readonly body: RegisteredDeck }

/** Refusals that `putDeck` declares; `code` tells them apart. */
export type PutDeckError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<409, 'deck_limit_reached'>
  | RuntimeApiError<409, 'deck_version_exists'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /decks/registry/:slug`. */
export interface GetDeckInput {
  /** Name of a deck */
  readonly slug: string
  /** A version, or the start of one: 1, 1.2, 1.2.0 */
  readonly version?: string | undefined
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The deck
 * The copy is current
 */
export type GetDeckOutput = RegisteredDeck | undefined

export type GetDeckResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: RegisteredDeck }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getDeck` declares; `code` tells them apart. */
export type GetDeckError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /decks/registry`. */
export type ListDecksInput = Readonly<Record<string, never>>

/** All of them */
export type ListDecksOutput = {
  readonly decks: readonly ListedDeck[]
}

export type ListDecksResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListDecksOutput }

/** Refusals that `listDecks` declares; `code` tells them apart. */
export type ListDecksError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /receipt/:hash`. */
export interface GetRuntimeReceiptInput {
  /** Hash of a receipt */
  readonly hash: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The receipt */
export type GetRuntimeReceiptOutput = RuntimeReceipt

export type GetRuntimeReceiptResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetRuntimeReceiptOutput }

/** Refusals that `getRuntimeReceipt` declares; `code` tells them apart. */
export type GetRuntimeReceiptError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /advisory/:hash`. */
export interface GetAdvisoryInput {
  /** Hash of a receipt */
  readonly hash: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The reply */
export type GetAdvisoryOutput = Advisory

export type GetAdvisoryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetAdvisoryOutput }

/** Refusals that `getAdvisory` declares; `code` tells them apart. */
export type GetAdvisoryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /grimoire/:querentId`. */
export interface ListGrimoireInput {
  /** Id of a project or team */
  readonly querentId: string
  readonly kind?: string | undefined
  readonly role?: string | undefined
  readonly spread?: string | undefined
  /**
   * Readings a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** A page */
export type ListGrimoireOutput = Grimoire

export type ListGrimoireResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListGrimoireOutput }

/** Refusals that `listGrimoire` declares; `code` tells them apart. */
export type ListGrimoireError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /recall`. */
export interface RecallReadingsInput {
  /** Id of a project or team */
  readonly querent?: string | undefined
  readonly querents?: readonly string[] | undefined
  readonly where?: string | undefined
  readonly text?: string | undefined
  /**
   * Readings a page
   * Default: 20
   */
  readonly limit?: number | undefined
  /** next_cursor of the previous page */
  readonly cursor?: string | undefined
  /**
   * Say why each one matches
   * Default: false
   */
  readonly explain?: boolean | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** What matches */
export type RecallReadingsOutput = Recalled

export type RecallReadingsResponse = { readonly status: 200; readonly headers: Headers; readonly body: RecallReadingsOutput }

/** Refusals that `recallReadings` declares; `code` tells them apart. */
export type RecallReadingsError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/run`. */
export interface RunAgentInput {
  /** cto, ciso, cfo, cmo, cpo, architect, mara or sera */
  readonly role: string
  readonly intention: string
  /**
   * At most 32 members. Texts stand as they are, numbers and booleans as text, lists of these joined by ", ", all
   * else as JSON; each at most 2,000 characters. A member that is named like a question is its answer
   */
  readonly context?: { readonly [key: string]: unknown } | undefined
  /** What hurts, in words */
  readonly painSignals?: readonly string[] | undefined
  /** Default: "structured" */
  readonly responseMode?: 'structured' | 'narrative' | undefined
  /** The same seed, input and memory give the same advice */
  readonly seed?: number | undefined
  /**
   * Keep it, sign it and remember it
   * Default: false
   */
  readonly inscribe?: boolean | undefined
  /** At most 64 facts of an earlier run; `receipt` is the hash of the run of role cto that they come from */
  readonly bundle_bindings?: { readonly [key: string]: string | number | boolean | readonly string[] } | undefined
  /** Instead of `bundle_bindings`: those of the newest inscribed run of role cto in the namespace */
  readonly bundle_from?: 'newest' | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
  /** Names an inscribed run */
  readonly 'idempotency-key'?: string | undefined
}

/** What the role says */
export type RunAgentOutput = AgentRun

export type RunAgentResponse = { readonly status: 200; readonly headers: Headers; readonly body: RunAgentOutput }

/** Refusals that `runAgent` declares; `code` tells them apart. */
export type RunAgentError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'unknown_role'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'bundle_bindings_required'>
  | RuntimeApiError<422, 'bundle_bindings_unknown'>
  | RuntimeApiError<422, 'idempotency_mismatch'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/bootstrap`. */
export interface BootstrapAgentInput {
  /** cto, ciso, cfo, cmo, cpo, architect, mara or sera */
  readonly role: string
  readonly domain?: string | undefined
  /** What was noticed, in words */
  readonly internalSignals?: readonly string[] | undefined
}

/** How to begin */
export type BootstrapAgentOutput = Bootstrap

export type BootstrapAgentResponse = { readonly status: 200; readonly headers: Headers; readonly body: BootstrapAgentOutput }

/** Refusals that `bootstrapAgent` declares; `code` tells them apart. */
export type BootstrapAgentError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'unknown_role'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /agents/memory/:role`. */
export interface GetAgentMemoryInput {
  readonly role: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** What it remembers */
export type GetAgentMemoryOutput = RoleMemory

export type GetAgentMemoryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetAgentMemoryOutput }

/** Refusals that `getAgentMemory` declares; `code` tells them apart. */
export type GetAgentMemoryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'unknown_role'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/ciso-intake`. */
export interface JudgeCisoIntakeInput {
  readonly schemaVersion: 1
  readonly companyProfile: {
    readonly name: string
    readonly employeeCount: number
    readonly foundingDate: string
    readonly fundingStage: 'pre-seed' | 'seed' | 'series-a' | 'series-b' | 'series-c' | 'growth' | 'bootstrap' | 'public'
    readonly customerTypes: readonly ('smb' | 'mid-market' | 'enterprise' | 'consumer' | 'government' | 'nonprofit' | 'other')[]
    readonly dataResidency: readonly ('us' | 'eu' | 'uk' | 'ca' | 'apac' | 'latam' | 'global')[]
  }
  readonly techStack: {
    readonly cloudProvider: readonly ('aws' | 'gcp' | 'azure' | 'cloudflare' | 'vercel' | 'fly' | 'digitalocean' | 'on-prem' | 'hybrid' | 'other')[]
    readonly compute: readonly ('containers' | 'serverless' | 'vm' | 'kubernetes' | 'workers' | 'lambda' | 'cloud-run' | 'ec2' | 'edge-functions' | 'other')[]
    readonly database: readonly ('postgres' | 'mysql' | 'mongodb' | 'dynamodb' | 'firestore' | 'd1' | 'cloudflare-kv' | 'redis' | 'sqlite' | 'spanner' | 'other')[]
    readonly monitoring: readonly ('datadog' | 'new-relic' | 'sentry' | 'honeycomb' | 'grafana' | 'cloudflare-analytics' | 'workers-analytics' | 'splunk' | 'none' | 'other')[]
    readonly cicd: readonly ('github-actions' | 'gitlab-ci' | 'circleci' | 'jenkins' | 'cloudflare-pages' | 'vercel' | 'manual' | 'wrangler' | 'other')[]
  }
  /** Classes of data; none stands alone */
  readonly dataHandled: readonly ('pii' | 'phi' | 'pci' | 'financial' | 'biometric' | 'credentials' | 'health' | 'none')[]
  readonly controlBaseline: {
    readonly mfa: {
      readonly scope: 'universal' | 'privileged-only' | 'partial' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly encryptionAtRest: {
      readonly algo: 'aes-256' | 'aes-128' | 'customer-managed-keys' | 'cloud-provider-default' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly encryptionInTransit: {
      readonly tlsVersion: 'tls-1.3' | 'tls-1.2' | 'tls-1.1' | 'tls-1.0' | 'legacy' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly iam: {
      readonly model: 'least-privilege' | 'role-based' | 'attribute-based' | 'flat' | 'ad-hoc' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly logging: {
      /** Days for which logs are kept, 0 or more */
      readonly retentionDays: number
      readonly centralized: boolean
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly workstationSecurity: {
      readonly screenLock: boolean
      readonly diskEncryption: boolean
      readonly edr: boolean
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly passwordManager: {
      readonly tool: string
      readonly coverage: 'universal' | 'partial' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
    readonly peerReview: {
      readonly model: 'peer' | 'single-maintainer' | 'multi-agent' | 'automated-only' | 'none'
      /** Who answers for it; an empty one is a finding */
      readonly owner: string
      readonly notes?: string | undefined
    }
  }
  readonly subprocessors: readonly {
    readonly name: string
    readonly purpose: string
    readonly dataAccess: readonly ('pii' | 'phi' | 'pci' | 'financial' | 'biometric' | 'credentials' | 'health' | 'logs' | 'telemetry' | 'metadata' | 'billing' | 'support' | 'none')[]
    /** Country or region, such as Germany or US */
    readonly jurisdiction: string
    readonly dpaSigned: boolean
  }[]
  readonly incidentHistory: readonly {
    readonly date: string
    readonly severity: 'low' | 'medium' | 'high' | 'critical'
    readonly scope: string
    /** How it ended; empty, open, ongoing and tbd are unresolved */
    readonly resolution: string
  }[]
  readonly certifications: {
    readonly soc2: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
    }
    readonly iso27001: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
    }
    readonly penTest: {
      readonly status: 'none' | 'in-progress' | 'scheduled' | 'type-i' | 'type-ii' | 'certified' | 'completed'
      /** When it was last audited */
      readonly lastAudit?: string | undefined
      readonly scope?: string | undefined
    }
  }
  readonly compensatingControls: readonly {
    /** Rule id or path of the finding, such as MFA-02 */
    readonly gap: string
    /** What stands in for it, in 20 characters or more */
    readonly mitigation: string
    /** Who answers for it; an empty one is a finding */
    readonly owner: string
  }[]
  /** The same key and body: the same verdict, and one receipt */
  readonly 'idempotency-key'?: string | undefined
}

/** It is accepted */
export type JudgeCisoIntakeOutput = AcceptedIntake

export type JudgeCisoIntakeResponse = { readonly status: 200; readonly headers: Headers; readonly body: JudgeCisoIntakeOutput }

/** Refusals that `judgeCisoIntake` declares; `code` tells them apart. */
export type JudgeCisoIntakeError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'idempotency_mismatch'>
  | RuntimeApiError<422, 'intake_refused'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<502, 'upstream_failed'>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/ciso-finding`. */
export interface RecordFindingInput {
  /** Of a finding that changes; without it a new one is recorded */
  readonly id?: string | undefined
  /** What it is; a title or a rule is needed */
  readonly title?: string | undefined
  /** The rule of the intake that it is of */
  readonly rule?: string | undefined
  /** Where it is */
  readonly path?: string | undefined
  readonly description: string
  readonly severity: 'info' | 'low' | 'medium' | 'high' | 'critical'
  /** Who answers for it */
  readonly owner?: string | undefined
  /** accepted needs an owner and a due date */
  readonly status: 'open' | 'mitigated' | 'accepted' | 'false_positive'
  readonly due?: string | undefined
  /** Hash of a receipt of the organisation that it is about */
  readonly receipt?: string | undefined
  /** What stands in the place of the missing control */
  readonly compensatingControl?: {
    readonly gap: string
    readonly mitigation: string
    readonly owner: string
  } | undefined
  /** Why it changes, for its history */
  readonly note?: string | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/**
 * The finding behind its change
 * The new finding
 */
export type RecordFindingOutput = Finding

export type RecordFindingResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Finding }
  | { readonly status: 201; readonly headers: Headers; readonly body: Finding }

/** Refusals that `recordFinding` declares; `code` tells them apart. */
export type RecordFindingError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<409, 'finding_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/loop`. */
export interface StartLoopInput {
  /** What is to be built or decided; not beside `resume` */
  readonly intention?: string | undefined
  /** A role whose questions are asked; without any, cto */
  readonly role?: string | undefined
  /** A spread of GET /spreads */
  readonly spreadType?: string | undefined
  /** A script */
  readonly script?: string | undefined
  /** Default: {} */
  readonly querent?: {
    /** Id of a project or team */
    readonly id?: string | undefined
    /** Facts that are known, at most 64 */
    readonly state?: { readonly [key: string]: string | number | boolean | readonly string[] } | undefined
  } | undefined
  readonly seed?: number | undefined
  /**
   * auto: it looks up by itself what the querent has told before an earlier reading, and asks the rest
   * Default: "manual"
   */
  readonly mode?: 'manual' | 'auto' | undefined
  /** Those that it may use; without it all but scaffold, which needs `runtime:run` and a paid plan */
  readonly tools?: readonly ('answer' | 'draw_more' | 'explain_card' | 'classify' | 'recall' | 'grade' | 'scaffold' | 'finish')[] | undefined
  readonly budget?: {
    /** Default: 24 */
    readonly ticks?: number | undefined
    /** Default: 0 */
    readonly model_calls?: number | undefined
    /** Default: 50000 */
    readonly cost_micro_usd?: number | undefined
    /** Default: 86400 */
    readonly seconds?: number | undefined
  } | undefined
  /** An expired interview whose answers are taken up */
  readonly resume?: string | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The interview */
export type StartLoopOutput = Loop

export type StartLoopResponse = { readonly status: 201; readonly headers: Headers; readonly body: StartLoopOutput }

/** Refusals that `startLoop` declares; `code` tells them apart. */
export type StartLoopError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'script_invalid'>
  | RuntimeApiError<400, 'unknown_role'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'querent_out_of_scope'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<404, 'unknown_spread'>
  | RuntimeApiError<409, 'loop_not_expired'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /agents/loop/tools`. */
export type ListLoopToolsInput = Readonly<Record<string, never>>

/** All of them, by name */
export type ListLoopToolsOutput = LoopTools

export type ListLoopToolsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListLoopToolsOutput }

/** Refusals that `listLoopTools` declares; `code` tells them apart. */
export type ListLoopToolsError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /agents/loop/:id`. */
export interface GetLoopInput {
  /** Id of an interview */
  readonly id: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The interview */
export type GetLoopOutput = Loop

export type GetLoopResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetLoopOutput }

/** Refusals that `getLoop` declares; `code` tells them apart. */
export type GetLoopError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /agents/loop/:id/tick`. */
export interface TickLoopInput {
  /** Id of an interview */
  readonly id: string
  /** The tick that the caller has seen */
  readonly expected_tick?: number | undefined
  /** Values by fact; "unknown" for what nobody knows */
  readonly answers?: { readonly [key: string]: string | number | boolean | readonly string[] } | undefined
  readonly tool?: {
    readonly name: 'answer' | 'draw_more' | 'explain_card' | 'classify' | 'recall' | 'grade' | 'scaffold' | 'finish'
    /** Default: {} */
    readonly args?: { readonly [key: string]: unknown } | undefined
  } | undefined
  /** Of the tool that waits for it */
  readonly approve?: boolean | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The interview behind the step */
export type TickLoopOutput = Loop

export type TickLoopResponse = { readonly status: 200; readonly headers: Headers; readonly body: TickLoopOutput }

/** Refusals that `tickLoop` declares; `code` tells them apart. */
export type TickLoopError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'script_invalid'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<409, 'loop_ended'>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<409, 'tick_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'answer_invalid'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /agents/loop/:id/stream`. */
export interface StreamLoopInput {
  /** Id of an interview */
  readonly id: string
  /** The last event that was seen */
  readonly after?: number | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
  /** Sent by browsers when they come again; it counts before `after` */
  readonly 'last-event-id'?: string | undefined
}

/**
 * Events
 * The interview has ended, and all its events were seen: do not come again
 */
export type StreamLoopOutput = Response

export type StreamLoopResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Response }
  | { readonly status: 204; readonly headers: Headers; readonly body: Response }

/** Refusals that `streamLoop` declares; `code` tells them apart. */
export type StreamLoopError =
  | RuntimeApiError<400, 'event_unknown'>
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /grader/run`. */
export interface RunGraderInput {
  /** How the caller calls the grader */
  readonly graderName: string
  /** Version of the formulas */
  readonly graderVersion: string
  readonly case: {
    readonly id: string
    readonly description: string
    /** What the text was asked for */
    readonly intent: string
    readonly artifact: {
      readonly id: string
      /** adr, threat_model, test_plan, runbook …; what is not known is graded as a plan */
      readonly kind: string
      readonly content: string
      readonly title?: string | undefined
    }
    readonly rubricDeck: {
      /** Name of a deck */
      readonly name: string
      readonly version?: string | undefined
    }
    readonly spread?: 'eval-grader-cast' | undefined
    readonly seed?: number | undefined
    readonly expectedMinimumScore?: number | undefined
  }
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The grade */
export type RunGraderOutput = GraderReply

export type RunGraderResponse = { readonly status: 200; readonly headers: Headers; readonly body: RunGraderOutput }

/** Refusals that `runGrader` declares; `code` tells them apart. */
export type RunGraderError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<400, 'unknown_grader_version'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'unknown_deck'>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /mcp/tools`. */
export type ListRuntimeToolsInput = Readonly<Record<string, never>>

/** All of them, by name */
export type ListRuntimeToolsOutput = RuntimeTools

export type ListRuntimeToolsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListRuntimeToolsOutput }

/** Refusals that `listRuntimeTools` declares; `code` tells them apart. */
export type ListRuntimeToolsError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /mcp/invoke`. */
export interface InvokeRuntimeToolInput {
  readonly tool: string
  /** Default: {} */
  readonly args?: { readonly [key: string]: unknown } | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** What the tool says */
export type InvokeRuntimeToolOutput = InvokedTool

export type InvokeRuntimeToolResponse = { readonly status: 200; readonly headers: Headers; readonly body: InvokeRuntimeToolOutput }

/** Refusals that `invokeRuntimeTool` declares; `code` tells them apart. */
export type InvokeRuntimeToolError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /scaffold/codegen`. */
export interface GenerateScaffoldInput {
  /** What is to be built, in words */
  readonly intention: string
  /** Name of the service; by default of the words of the intention */
  readonly workerName?: string | undefined
  /** Names the request for 30 days: sent again, it is answered with the first scaffold */
  readonly conversationId?: string | undefined
  /** The same seed and the same input give the same files */
  readonly seed?: number | undefined
  /**
   * Keep it and sign it
   * Default: false
   */
  readonly inscribe?: boolean | undefined
  /** By default aws */
  readonly target?: 'aws' | 'cloudflare' | 'both' | undefined
  /** Kind of project, which speaks for its patterns: api, web, worker, cli, mcp, library; any other for none */
  readonly projectType?: string | undefined
  /** Instead of the one that the intention says */
  readonly pattern?: 'http-api' | 'crud-api' | 'webhook-receiver' | 'queue-consumer' | 'scheduled-job' | 'stream-processor' | 'file-pipeline' | 'auth-gateway' | 'edge-proxy' | 'mcp-server' | 'rag-service' | 'agent-worker' | 'static-site-api' | 'cli-tool' | 'event-fanout' | 'data-sync' | 'realtime-hub' | 'workflow' | undefined
  /** Instead of those that the intention says */
  readonly traits?: { readonly [key: string]: string } | undefined
  /** Nouns that it is about, instead of those that the intention says; "item" stands where it says none */
  readonly entities?: readonly string[] | undefined
  /**
   * `.scaffold/answers.json` of an earlier scaffold: it gives name, pattern, traits, target and seed where the
   * request has none
   */
  readonly answers?: ScaffoldAnswersInput | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
  /** Stands in for conversationId */
  readonly 'idempotency-key'?: string | undefined
}

/** The scaffold */
export type GenerateScaffoldOutput = CodegenReply

export type GenerateScaffoldResponse = { readonly status: 200; readonly headers: Headers; readonly body: GenerateScaffoldOutput }

/** Refusals that `generateScaffold` declares; `code` tells them apart. */
export type GenerateScaffoldError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<409, 'receipt_conflict'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'idempotency_mismatch'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /scaffold/batch`. */
export interface GenerateScaffoldsInput {
  readonly items: readonly CodegenInputInput[]
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** For each item its scaffold, or why there is none */
export type GenerateScaffoldsOutput = readonly (CodegenReply | FailedScaffold)[]

export type GenerateScaffoldsResponse = { readonly status: 200; readonly headers: Headers; readonly body: GenerateScaffoldsOutput }

/** Refusals that `generateScaffolds` declares; `code` tells them apart. */
export type GenerateScaffoldsError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<403, 'plan_required', { readonly upgrade?: string }>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'quota_exceeded', { readonly upgrade?: string }>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /scaffold/:hash`. */
export interface GetScaffoldInput {
  /** Hash of a receipt */
  readonly hash: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** The scaffold */
export type GetScaffoldOutput = InscribedScaffold

export type GetScaffoldResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetScaffoldOutput }

/** Refusals that `getScaffold` declares; `code` tells them apart. */
export type GetScaffoldError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /scaffold/outcome/:runId`. */
export interface RecordOutcomeInput {
  readonly runId: string
  readonly status: 'deployed' | 'failed' | 'rolled_back' | 'abandoned'
  /** Where it was deployed */
  readonly target?: string | undefined
  readonly commit?: string | undefined
  readonly url?: string | undefined
  readonly tests?: {
    readonly passed: number
    readonly failed: number
  } | undefined
  readonly notes?: string | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** Recorded */
export type RecordOutcomeOutput = OutcomeReply

export type RecordOutcomeResponse = { readonly status: 200; readonly headers: Headers; readonly body: RecordOutcomeOutput }

/** Refusals that `recordOutcome` declares; `code` tells them apart. */
export type RecordOutcomeError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'too_many_outcomes'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /scaffold/update`. */
export interface UpdateScaffoldInput {
  /** `.scaffold/answers.json` of the project */
  readonly answers: ScaffoldAnswersInput
  /** What the project has now */
  readonly files: readonly {
    readonly path: string
    readonly content: string
  }[]
}

/** The files as they should be */
export type UpdateScaffoldOutput = UpdatedScaffold

export type UpdateScaffoldResponse = { readonly status: 200; readonly headers: Headers; readonly body: UpdateScaffoldOutput }

/** Refusals that `updateScaffold` declares; `code` tells them apart. */
export type UpdateScaffoldError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<422, 'unknown_pattern_version'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /manifests/cloudflare`. */
export interface GetCloudflareManifestInput {
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * All patterns
 * The copy is current
 */
export type GetCloudflareManifestOutput = CloudflareManifest | undefined

export type GetCloudflareManifestResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: CloudflareManifest }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getCloudflareManifest` declares; `code` tells them apart. */
export type GetCloudflareManifestError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /manifests/aws`. */
export interface GetAwsManifestInput {
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * All patterns
 * The copy is current
 */
export type GetAwsManifestOutput = AwsManifest | undefined

export type GetAwsManifestResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: AwsManifest }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getAwsManifest` declares; `code` tells them apart. */
export type GetAwsManifestError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /manifests/crownrot`. */
export interface GetCrownrotInput {
  /** ETag of the present copy */
  readonly 'if-none-match'?: string | undefined
}

/**
 * The register
 * The copy is current
 */
export type GetCrownrotOutput = Crownrot | undefined

export type GetCrownrotResponse =
  | { readonly status: 200; readonly headers: Headers; readonly body: Crownrot }
  | { readonly status: 304; readonly headers: Headers; readonly body: undefined }

/** Refusals that `getCrownrot` declares; `code` tells them apart. */
export type GetCrownrotError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `POST /harness/run`. */
export interface RunHarnessInput {
  readonly name: string
  /** For steps of the kinds run and agent that name none */
  readonly seed?: number | undefined
  /**
   * As the output of a step called inputs
   * Default: {}
   */
  readonly inputs?: { readonly [key: string]: unknown } | undefined
  readonly steps: readonly HarnessStepInput[]
  /** Default: "failure" */
  readonly stop_on?: 'failure' | 'end' | undefined
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** What each step gave */
export type RunHarnessOutput = HarnessReply

export type RunHarnessResponse = { readonly status: 200; readonly headers: Headers; readonly body: RunHarnessOutput }

/** Refusals that `runHarness` declares; `code` tells them apart. */
export type RunHarnessError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<400, 'invalid_json'>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<413, 'payload_too_large', { readonly limit: number }>
  | RuntimeApiError<415, 'unsupported_media_type'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /verify/:hash`. */
export interface VerifyRuntimeReceiptInput {
  /** Hash of a receipt */
  readonly hash: string
  /**
   * 1 to 10 ids of querents of the organisation, parted by commas. What is written goes to `querent.id` if it is
   * among them, else to the first; reads see all of them. Without it the API key is the namespace: a new key is a
   * new one.
   */
  readonly 'x-querent-ids'?: string | undefined
}

/** What was found */
export type VerifyRuntimeReceiptOutput = RuntimeVerification

export type VerifyRuntimeReceiptResponse = { readonly status: 200; readonly headers: Headers; readonly body: VerifyRuntimeReceiptOutput }

/** Refusals that `verifyRuntimeReceipt` declares; `code` tells them apart. */
export type VerifyRuntimeReceiptError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<404, 'not_found'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /telemetry/scaffold`. */
export type GetScaffoldTelemetryInput = Readonly<Record<string, never>>

/** Counts */
export type GetScaffoldTelemetryOutput = ScaffoldTelemetry

export type GetScaffoldTelemetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetScaffoldTelemetryOutput }

/** Refusals that `getScaffoldTelemetry` declares; `code` tells them apart. */
export type GetScaffoldTelemetryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /telemetry/classify`. */
export interface GetClassifyTelemetryInput {
  /**
   * Recent ones
   * Default: 50
   */
  readonly limit?: number | undefined
}

/** Counts */
export type GetClassifyTelemetryOutput = ClassifyTelemetry

export type GetClassifyTelemetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetClassifyTelemetryOutput }

/** Refusals that `getClassifyTelemetry` declares; `code` tells them apart. */
export type GetClassifyTelemetryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /telemetry/harness`. */
export type GetHarnessTelemetryInput = Readonly<Record<string, never>>

/** Counts */
export type GetHarnessTelemetryOutput = HarnessTelemetry

export type GetHarnessTelemetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetHarnessTelemetryOutput }

/** Refusals that `getHarnessTelemetry` declares; `code` tells them apart. */
export type GetHarnessTelemetryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /telemetry/sim`. */
export type GetSimTelemetryInput = Readonly<Record<string, never>>

/** The test */
export type GetSimTelemetryOutput = SimTelemetry

export type GetSimTelemetryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetSimTelemetryOutput }

/** Refusals that `getSimTelemetry` declares; `code` tells them apart. */
export type GetSimTelemetryError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<401, 'unauthenticated'>
  | RuntimeApiError<403, 'forbidden'>
  | RuntimeApiError<429, 'rate_limited'>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>
  | RuntimeApiError<503, 'unavailable'>

/** Input of `GET /health`. */
export type GetRuntimeHealthInput = Readonly<Record<string, never>>

/** The runtime is up */
export type GetRuntimeHealthOutput = {
  readonly ok: true
  /** It rises when the same input would give other bytes */
  readonly engine: string
  /** Decks that are built in */
  readonly decks: number
  /** Seconds since this environment began */
  readonly uptime_s: number
}

export type GetRuntimeHealthResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetRuntimeHealthOutput }

/** Refusals that `getRuntimeHealth` declares; `code` tells them apart. */
export type GetRuntimeHealthError =
  | RuntimeApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | RuntimeApiError<500, 'internal', { readonly request_id: string }>

/** The routes of runtime. */
export interface RuntimeClient {
  /**
   * Run a spread or a script.
   * Reads the decks for an intention: which cards apply, why, what is unknown and what to do. The same input gives
   * the same bytes. An inscribed reading is kept, remembered by its querent, and has a receipt; with an
   * Idempotency-Key the same request again is answered with the first one. `dry_run` only checks a script.
   * `POST /run`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), script_invalid (400),
   * unauthenticated (401), forbidden (403), querent_out_of_scope (403), unknown_spread (404), receipt_conflict
   * (409), payload_too_large (413), unsupported_media_type (415), idempotency_mismatch (422), position_unfilled
   * (422), rate_limited (429), internal (500), unavailable (503).
   */
  readonly runReading: {
    (input?: RunReadingInput, options?: RuntimeCallOptions): Promise<RunReadingOutput>
    /** The same with status and headers. */
    withResponse(input?: RunReadingInput, options?: RuntimeCallOptions): Promise<RunReadingResponse>
  }

  /**
   * List spreads.
   * Templates of questions that can be run by name, each with its script.
   * `GET /spreads`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly listSpreads: {
    (input?: ListSpreadsInput, options?: RuntimeCallOptions): Promise<ListSpreadsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListSpreadsInput, options?: RuntimeCallOptions): Promise<ListSpreadsResponse>
  }

  /**
   * Classify an intention.
   * Says which of the patterns an intention is, by words that speak for it, and how sure that is. Cards of a deck
   * stand in the place of the patterns. It asks no model: where `tier2_recommended` is true, let a person or a
   * model choose.
   * `POST /classify`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), unknown_deck (404), payload_too_large (413), unsupported_media_type (415), rate_limited
   * (429), internal (500), unavailable (503).
   */
  readonly classifyIntention: {
    (input: ClassifyIntentionInput, options?: RuntimeCallOptions): Promise<ClassifyIntentionOutput>
    /** The same with status and headers. */
    withResponse(input: ClassifyIntentionInput, options?: RuntimeCallOptions): Promise<ClassifyIntentionResponse>
  }

  /**
   * Register a version of a deck.
   * Keeps a version of a deck for scripts of the organisation, where it comes before one of ours of the same name.
   * A version never changes: the same bytes again are answered with 200. An organisation has at most 50 decks with
   * 20 versions each.
   * `PUT /decks/registry/:slug`, retried after transient failures.
   * Authority: scope:decks:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), deck_limit_reached (409), deck_version_exists (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly putDeck: {
    (input: PutDeckInput, options?: RuntimeCallOptions): Promise<PutDeckOutput>
    /** The same with status and headers. */
    withResponse(input: PutDeckInput, options?: RuntimeCallOptions): Promise<PutDeckResponse>
  }

  /**
   * A deck.
   * The newest version of a deck of the organisation or else of ours, or the one that is asked for.
   * `GET /decks/registry/:slug`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getDeck: {
    (input: GetDeckInput, options?: RuntimeCallOptions): Promise<GetDeckOutput>
    /** The same with status and headers. */
    withResponse(input: GetDeckInput, options?: RuntimeCallOptions): Promise<GetDeckResponse>
  }

  /**
   * List decks.
   * Decks of the organisation and those that are built in, by name. One of the organisation comes before ours of
   * the same name.
   * `GET /decks/registry`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listDecks: {
    (input?: ListDecksInput, options?: RuntimeCallOptions): Promise<ListDecksOutput>
    /** The same with status and headers. */
    withResponse(input?: ListDecksInput, options?: RuntimeCallOptions): Promise<ListDecksResponse>
  }

  /**
   * A receipt.
   * The receipt as it was signed, with its public claims, or with what proves its private ones.
   * `GET /receipt/:hash`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getRuntimeReceipt: {
    (input: GetRuntimeReceiptInput, options?: RuntimeCallOptions): Promise<GetRuntimeReceiptOutput>
    /** The same with status and headers. */
    withResponse(input: GetRuntimeReceiptInput, options?: RuntimeCallOptions): Promise<GetRuntimeReceiptResponse>
  }

  /**
   * What was advised.
   * The reply of an inscribed reading or consultation of the namespace, and the hash of a later one of the same
   * querent and spread, if there is one.
   * `GET /advisory/:hash`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getAdvisory: {
    (input: GetAdvisoryInput, options?: RuntimeCallOptions): Promise<GetAdvisoryOutput>
    /** The same with status and headers. */
    withResponse(input: GetAdvisoryInput, options?: RuntimeCallOptions): Promise<GetAdvisoryResponse>
  }

  /**
   * Readings of a querent.
   * What was inscribed, newest first. A querent of whom there is nothing is not found.
   * `GET /grimoire/:querentId`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly listGrimoire: {
    (input: ListGrimoireInput, options?: RuntimeCallOptions): Promise<ListGrimoireOutput>
    /** The same with status and headers. */
    withResponse(input: ListGrimoireInput, options?: RuntimeCallOptions): Promise<ListGrimoireResponse>
  }
  /** The items of all pages of `listGrimoire`, from the cursor of the input on. */
  readonly listGrimoireAll: (input: ListGrimoireInput, options?: RuntimeCallOptions) => AsyncIterable<GrimoireEntry>

  /**
   * Recall readings.
   * Searches what was inscribed for querents: `where` is a condition of the script language over kind, spread,
   * role, pattern, card, fact.<name>, score, at and severity; `text` is words of intentions and titles of cards.
   * Says which facts have changed between readings, and on which readings the former value rests. A call looks at
   * 500 readings at most; `next_cursor` goes on.
   * `POST /recall`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly recallReadings: {
    (input?: RecallReadingsInput, options?: RuntimeCallOptions): Promise<RecallReadingsOutput>
    /** The same with status and headers. */
    withResponse(input?: RecallReadingsInput, options?: RuntimeCallOptions): Promise<RecallReadingsResponse>
  }

  /**
   * Ask a role.
   * Reads the deck of a role and a shared one for an intention: findings, options, next steps and open questions.
   * The same input gives the same advice; with `narrative` a model may write `response`, and nothing else. An
   * inscribed run is kept, remembered by its role, and has a receipt; with an Idempotency-Key the same request
   * again is answered with the first one.
   * `POST /agents/run`.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unknown_role (400),
   * unauthenticated (401), forbidden (403), plan_required (403), receipt_conflict (409), payload_too_large (413),
   * unsupported_media_type (415), bundle_bindings_required (422), bundle_bindings_unknown (422),
   * idempotency_mismatch (422), quota_exceeded (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly runAgent: {
    (input: RunAgentInput, options?: RuntimeCallOptions): Promise<RunAgentOutput>
    /** The same with status and headers. */
    withResponse(input: RunAgentInput, options?: RuntimeCallOptions): Promise<RunAgentResponse>
  }

  /**
   * Begin for a role.
   * How to begin where nothing is known yet: what the signals are of, which gap they show, how to find out, and
   * candidates of a vocabulary and of cards. By word lists and tables alone.
   * `POST /agents/bootstrap`.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unknown_role (400),
   * unauthenticated (401), forbidden (403), plan_required (403), payload_too_large (413), unsupported_media_type
   * (415), quota_exceeded (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly bootstrapAgent: {
    (input: BootstrapAgentInput, options?: RuntimeCallOptions): Promise<BootstrapAgentOutput>
    /** The same with status and headers. */
    withResponse(input: BootstrapAgentInput, options?: RuntimeCallOptions): Promise<BootstrapAgentResponse>
  }

  /**
   * Memory of a role.
   * What a role remembers of its inscribed runs in the namespace. Before the first it has its whole deck. Figures
   * count the own deck of the role.
   * `GET /agents/memory/:role`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unknown_role (400), unauthenticated (401),
   * forbidden (403), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getAgentMemory: {
    (input: GetAgentMemoryInput, options?: RuntimeCallOptions): Promise<GetAgentMemoryOutput>
    /** The same with status and headers. */
    withResponse(input: GetAgentMemoryInput, options?: RuntimeCallOptions): Promise<GetAgentMemoryResponse>
  }

  /**
   * Have a CISO intake judged.
   * Judges what a company says of its security by published rules, on the day of the server, and issues a signed
   * receipt of the verdict, as the platform does. The intake is of the organisation: the platform lists it,
   * whatever the namespace.
   * `POST /agents/ciso-intake`, retried after transient failures.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), plan_required (403), receipt_conflict (409), payload_too_large (413), unsupported_media_type
   * (415), idempotency_mismatch (422), intake_refused (422), quota_exceeded (429), rate_limited (429), internal
   * (500), upstream_failed (502), unavailable (503).
   */
  readonly judgeCisoIntake: {
    (input: JudgeCisoIntakeInput, options?: RuntimeCallOptions): Promise<JudgeCisoIntakeOutput>
    /** The same with status and headers. */
    withResponse(input: JudgeCisoIntakeInput, options?: RuntimeCallOptions): Promise<JudgeCisoIntakeResponse>
  }

  /**
   * Record a finding.
   * Records a finding about security, or changes one of the namespace. Each change stands in its history with who
   * made it.
   * `POST /agents/ciso-finding`.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), plan_required (403), not_found (404), finding_conflict (409), payload_too_large (413),
   * unsupported_media_type (415), quota_exceeded (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly recordFinding: {
    (input: RecordFindingInput, options?: RuntimeCallOptions): Promise<RecordFindingOutput>
    /** The same with status and headers. */
    withResponse(input: RecordFindingInput, options?: RuntimeCallOptions): Promise<RecordFindingResponse>
  }

  /**
   * Begin an interview.
   * An interview asks the next best question, takes answers, reads again, and ends when nothing that is still open
   * weighs over 5 percent, or with its budget. At its end the reading is kept, signed and remembered. Nobody
   * answering for 30 minutes ends it, too; `resume` takes up its answers.
   * `POST /agents/loop`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), script_invalid (400),
   * unknown_role (400), unauthenticated (401), forbidden (403), querent_out_of_scope (403), not_found (404),
   * unknown_spread (404), loop_not_expired (409), payload_too_large (413), unsupported_media_type (415),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly startLoop: {
    (input?: StartLoopInput, options?: RuntimeCallOptions): Promise<StartLoopOutput>
    /** The same with status and headers. */
    withResponse(input?: StartLoopInput, options?: RuntimeCallOptions): Promise<StartLoopResponse>
  }

  /**
   * Tools of interviews.
   * The tools that a tick may name, with the schemas of their arguments and results.
   * `GET /agents/loop/tools`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listLoopTools: {
    (input?: ListLoopToolsInput, options?: RuntimeCallOptions): Promise<ListLoopToolsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListLoopToolsInput, options?: RuntimeCallOptions): Promise<ListLoopToolsResponse>
  }

  /**
   * An interview.
   * Where an interview of the namespace is. It is kept for seven days.
   * `GET /agents/loop/:id`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getLoop: {
    (input: GetLoopInput, options?: RuntimeCallOptions): Promise<GetLoopOutput>
    /** The same with status and headers. */
    withResponse(input: GetLoopInput, options?: RuntimeCallOptions): Promise<GetLoopResponse>
  }

  /**
   * Go on with an interview.
   * One step: takes answers and at most one tool, reads again, and asks the next best question. Of two steps at
   * once one is taken. The tool scaffold waits for `approve`, and needs `runtime:run` and a paid plan.
   * `POST /agents/loop/:id/tick`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), script_invalid (400),
   * unauthenticated (401), forbidden (403), plan_required (403), not_found (404), loop_ended (409),
   * receipt_conflict (409), tick_conflict (409), payload_too_large (413), unsupported_media_type (415),
   * answer_invalid (422), quota_exceeded (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly tickLoop: {
    (input: TickLoopInput, options?: RuntimeCallOptions): Promise<TickLoopOutput>
    /** The same with status and headers. */
    withResponse(input: TickLoopInput, options?: RuntimeCallOptions): Promise<TickLoopResponse>
  }

  /**
   * Events of an interview.
   * Server-sent events: `id` counts from 1, `event` is the type, `data` is JSON with loop, seq, tick, at and what
   * the type tells. `Last-Event-ID`, or `after`, resumes behind an event. A comment comes every 15 seconds; the
   * stream ends with the interview, 60 seconds after it began to wait, and with `reconnect` after 14 minutes.
   * `GET /agents/loop/:id/stream`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: event_unknown (400), invalid_input (400), unauthenticated (401),
   * forbidden (403), not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly streamLoop: {
    (input: StreamLoopInput, options?: RuntimeCallOptions): Promise<StreamLoopOutput>
    /** The same with status and headers. */
    withResponse(input: StreamLoopInput, options?: RuntimeCallOptions): Promise<StreamLoopResponse>
  }

  /**
   * Grade a text.
   * Grades a text by what can be counted in it, keeps the grade and issues its receipt: whether it has the parts
   * of its kind and speaks of what was asked, says what it stands on, and can be acted on. The same text has the
   * same grade, and the same request the same receipt. Whether a source is true it cannot see.
   * `POST /grader/run`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unknown_grader_version (400),
   * unauthenticated (401), forbidden (403), unknown_deck (404), receipt_conflict (409), payload_too_large (413),
   * unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly runGrader: {
    (input: RunGraderInput, options?: RuntimeCallOptions): Promise<RunGraderOutput>
    /** The same with status and headers. */
    withResponse(input: RunGraderInput, options?: RuntimeCallOptions): Promise<RunGraderResponse>
  }

  /**
   * Tools of the runtime.
   * The tools that `POST /mcp/invoke` calls, with the schemas of their arguments and results.
   * `GET /mcp/tools`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listRuntimeTools: {
    (input?: ListRuntimeToolsInput, options?: RuntimeCallOptions): Promise<ListRuntimeToolsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListRuntimeToolsInput, options?: RuntimeCallOptions): Promise<ListRuntimeToolsResponse>
  }

  /**
   * Call a tool.
   * Calls one tool. What a tool refuses is told in `error`, with what to do next.
   * `POST /mcp/invoke`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly invokeRuntimeTool: {
    (input: InvokeRuntimeToolInput, options?: RuntimeCallOptions): Promise<InvokeRuntimeToolOutput>
    /** The same with status and headers. */
    withResponse(input: InvokeRuntimeToolInput, options?: RuntimeCallOptions): Promise<InvokeRuntimeToolResponse>
  }

  /**
   * Make a scaffold.
   * Makes a project from an intention: source, tests, infrastructure, threat model, decisions and test plan, the
   * same bytes for the same input. No model is asked. An inscribed scaffold is kept and has a receipt over its
   * files. The same `conversationId` again is answered with the first scaffold, for 30 days. At the runtime itself
   * it needs a paid plan.
   * `POST /scaffold/codegen`.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), plan_required (403), receipt_conflict (409), payload_too_large (413), unsupported_media_type
   * (415), idempotency_mismatch (422), quota_exceeded (429), rate_limited (429), internal (500), unavailable
   * (503).
   */
  readonly generateScaffold: {
    (input: GenerateScaffoldInput, options?: RuntimeCallOptions): Promise<GenerateScaffoldOutput>
    /** The same with status and headers. */
    withResponse(input: GenerateScaffoldInput, options?: RuntimeCallOptions): Promise<GenerateScaffoldResponse>
  }

  /**
   * Make several scaffolds.
   * Makes up to five scaffolds, one after the other. The answer has one for each item in its order, or why there
   * is none; each counts as a call.
   * `POST /scaffold/batch`.
   * Authority: scope:runtime:run. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), plan_required (403), payload_too_large (413), unsupported_media_type (415), quota_exceeded
   * (429), rate_limited (429), internal (500), unavailable (503).
   */
  readonly generateScaffolds: {
    (input: GenerateScaffoldsInput, options?: RuntimeCallOptions): Promise<GenerateScaffoldsOutput>
    /** The same with status and headers. */
    withResponse(input: GenerateScaffoldsInput, options?: RuntimeCallOptions): Promise<GenerateScaffoldsResponse>
  }

  /**
   * A scaffold.
   * A scaffold of the namespace that was inscribed, by the hash of its receipt: its files and all that was said of
   * it.
   * `GET /scaffold/:hash`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getScaffold: {
    (input: GetScaffoldInput, options?: RuntimeCallOptions): Promise<GetScaffoldOutput>
    /** The same with status and headers. */
    withResponse(input: GetScaffoldInput, options?: RuntimeCallOptions): Promise<GetScaffoldResponse>
  }

  /**
   * Tell what became of a scaffold.
   * Records an outcome of a scaffold of the namespace, at most 20. The same body twice is one outcome. Telemetry
   * counts it; no draw follows from it.
   * `POST /scaffold/outcome/:runId`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), too_many_outcomes
   * (422), rate_limited (429), internal (500), unavailable (503).
   */
  readonly recordOutcome: {
    (input: RecordOutcomeInput, options?: RuntimeCallOptions): Promise<RecordOutcomeOutput>
    /** The same with status and headers. */
    withResponse(input: RecordOutcomeInput, options?: RuntimeCallOptions): Promise<RecordOutcomeResponse>
  }

  /**
   * Bring a scaffold up to date.
   * Merges the newest version of the pattern into a project, three ways: what it was when it was made, what it
   * would be now, and what it is. Nothing that was edited is overwritten; where both changed one place, both stand
   * there with the base. It costs nothing and keeps nothing.
   * `POST /scaffold/update`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), unknown_pattern_version (422),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly updateScaffold: {
    (input: UpdateScaffoldInput, options?: RuntimeCallOptions): Promise<UpdateScaffoldOutput>
    /** The same with status and headers. */
    withResponse(input: UpdateScaffoldInput, options?: RuntimeCallOptions): Promise<UpdateScaffoldResponse>
  }

  /**
   * What scaffolds need on Cloudflare.
   * For each pattern the bindings, triggers and limits of its Worker, in the members of `wrangler.jsonc`, and the
   * files of its scaffold. Together they are valid by wrangler's own schema of its configuration.
   * `GET /manifests/cloudflare`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCloudflareManifest: {
    (input?: GetCloudflareManifestInput, options?: RuntimeCallOptions): Promise<GetCloudflareManifestOutput>
    /** The same with status and headers. */
    withResponse(input?: GetCloudflareManifestInput, options?: RuntimeCallOptions): Promise<GetCloudflareManifestResponse>
  }

  /**
   * What scaffolds need on AWS.
   * For each pattern the resources, functions with what starts them, their limits, and the files of its scaffold.
   * `GET /manifests/aws`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getAwsManifest: {
    (input?: GetAwsManifestInput, options?: RuntimeCallOptions): Promise<GetAwsManifestOutput>
    /** The same with status and headers. */
    withResponse(input?: GetAwsManifestInput, options?: RuntimeCallOptions): Promise<GetAwsManifestResponse>
  }

  /**
   * Register of decay.
   * What of the runtime is current, ages, is deprecated or retired. The checks of a scaffold ask weekly, and fail
   * on what is retired.
   * `GET /manifests/crownrot`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getCrownrot: {
    (input?: GetCrownrotInput, options?: RuntimeCallOptions): Promise<GetCrownrotOutput>
    /** The same with status and headers. */
    withResponse(input?: GetCrownrotInput, options?: RuntimeCallOptions): Promise<GetCrownrotResponse>
  }

  /**
   * Run a pipeline.
   * Runs steps one after the other, each with the body of its route and parts of what came before. A step fails
   * where it is refused or its expectation does not hold; the rest is skipped unless `stop_on` is `end`. A step
   * needs the scope of its route, and `codegen` and `agent` the plan. A pipeline has 25 seconds.
   * `POST /harness/run`.
   * Authority: scope:runtime:read. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly runHarness: {
    (input: RunHarnessInput, options?: RuntimeCallOptions): Promise<RunHarnessOutput>
    /** The same with status and headers. */
    withResponse(input: RunHarnessInput, options?: RuntimeCallOptions): Promise<RunHarnessResponse>
  }

  /**
   * Verify a receipt.
   * Checks signature, key, chain, log and claims as everybody can, and does the work again. The log is asked at
   * the address of its receipts, and skipped where nobody answers there; `replay` passes where it gives the same
   * bytes, and is skipped where the receipt is of nothing that can be done again.
   * `GET /verify/:hash`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly verifyRuntimeReceipt: {
    (input: VerifyRuntimeReceiptInput, options?: RuntimeCallOptions): Promise<VerifyRuntimeReceiptOutput>
    /** The same with status and headers. */
    withResponse(input: VerifyRuntimeReceiptInput, options?: RuntimeCallOptions): Promise<VerifyRuntimeReceiptResponse>
  }

  /**
   * Scaffolds of a day.
   * Runs of the organisation in the last 24 hours, and readings that were done again.
   * `GET /telemetry/scaffold`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getScaffoldTelemetry: {
    (input?: GetScaffoldTelemetryInput, options?: RuntimeCallOptions): Promise<GetScaffoldTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetScaffoldTelemetryInput, options?: RuntimeCallOptions): Promise<GetScaffoldTelemetryResponse>
  }

  /**
   * Classifications of a day.
   * Of the organisation, in the last 24 hours. Intentions are named by their SHA-256 alone.
   * `GET /telemetry/classify`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getClassifyTelemetry: {
    (input?: GetClassifyTelemetryInput, options?: RuntimeCallOptions): Promise<GetClassifyTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetClassifyTelemetryInput, options?: RuntimeCallOptions): Promise<GetClassifyTelemetryResponse>
  }

  /**
   * Pipelines of a day.
   * Runs of the organisation in the last 24 hours, by what their steps use.
   * `GET /telemetry/harness`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getHarnessTelemetry: {
    (input?: GetHarnessTelemetryInput, options?: RuntimeCallOptions): Promise<GetHarnessTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetHarnessTelemetryInput, options?: RuntimeCallOptions): Promise<GetHarnessTelemetryResponse>
  }

  /**
   * Self-test of decks.
   * The last nightly test of the decks that are built in: readings of each, cards that never came, and whether
   * first cards come as often as their weights say (chi-squared, with its probability).
   * `GET /telemetry/sim`, retried after transient failures.
   * Authority: scope:runtime:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getSimTelemetry: {
    (input?: GetSimTelemetryInput, options?: RuntimeCallOptions): Promise<GetSimTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetSimTelemetryInput, options?: RuntimeCallOptions): Promise<GetSimTelemetryResponse>
  }

  /**
   * Health check.
   * Answers without accessing data.
   * `GET /health`, retried after transient failures.
   * Authority: open. Errors: invalid_input (400), internal (500).
   */
  readonly getRuntimeHealth: {
    (input?: GetRuntimeHealthInput, options?: RuntimeCallOptions): Promise<GetRuntimeHealthOutput>
    /** The same with status and headers. */
    withResponse(input?: GetRuntimeHealthInput, options?: RuntimeCallOptions): Promise<GetRuntimeHealthResponse>
  }
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly nested: readonly string[]
  readonly body: 'none' | 'fields' | 'json' | 'raw'
  readonly mediaType: string | undefined
  readonly sendsCredential: boolean
  readonly mayRepeat: boolean
  readonly sendsKey: boolean
  readonly statuses: readonly number[]
  readonly json: readonly number[]
  readonly isRaw: boolean
  readonly errors: Readonly<Record<string, number>>
  /** A protocol prescribes the body of a refusal, which then says no code: the status tells it. */
  readonly codesByStatus: boolean
}

type Input = Readonly<Record<string, unknown>>

const partOf = (operation: Operation, input: Input, part: 'query' | 'headers'): Input =>
  operation.nested.includes(part) ? ((input[part] ?? {}) as Input) : input

const pathOf = (operation: Operation, input: Input): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(input[parameter] ?? '')
    // These would make another path of it.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(operation.name + ': "' + text + '" cannot stand in the path as ' + parameter)
    }
    return encodeURIComponent(text)
  })

const urlOf = (baseUrl: string, operation: Operation, input: Input): string => {
  const query = new URLSearchParams()
  const values = partOf(operation, input, 'query')
  for (const field of operation.query) {
    const value = values[field]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(field, String(each))
    }
  }
  const text = query.toString()
  return baseUrl.replace(/\/+$/, '') + pathOf(operation, input) + (text === '' ? '' : '?' + text)
}

/** U+FFFD is escaped, because a service takes it for the trace of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = (operation: Operation, input: Input): RequestInit['body'] | undefined => {
  if (operation.body === 'none') return undefined
  if (operation.body === 'raw') return input['body'] as RequestInit['body']
  if (operation.body === 'json') return input['body'] === undefined ? undefined : jsonOf(input['body'])
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const elsewhere = new Set([...path, ...operation.query, ...operation.headers, ...operation.nested])
  return jsonOf(Object.fromEntries(Object.entries(input).filter(([field]) => !elsewhere.has(field))))
}

const headersOf = (
  options: RuntimeClientOptions,
  operation: Operation,
  input: Input,
  call: RuntimeCallOptions,
  hasBody: boolean,
): Headers => {
  const headers = new Headers({ accept: operation.isRaw ? '*/*' : 'application/json' })
  if (hasBody && operation.mediaType !== undefined) headers.set('content-type', operation.mediaType)
  for (const [field, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(field, value)
  const values = partOf(operation, input, 'headers')
  for (const field of operation.headers) {
    const value = values[field]
    if (value !== undefined && value !== null) headers.set(field, String(value))
  }
  // One key for all attempts of a call, so that the service does the work once.
  const hasKey = headers.has('idempotency-key') || input['idempotency_key'] !== undefined
  if (operation.sendsKey && !hasKey) headers.set('idempotency-key', crypto.randomUUID())
  return headers
}

const requestOf = (options: RuntimeClientOptions, operation: Operation, input: Input, call: RuntimeCallOptions) => {
  const url = urlOf(options.baseUrl, operation, input)
  const body = bodyOf(operation, input)
  const headers = headersOf(options, operation, input, call, body !== undefined)
  const init: RequestInit = { method: operation.method, headers }
  if (body !== undefined && body !== null) init.body = body
  const isOnce = body instanceof ReadableStream
  // fetch requires this for a body that is produced while it is sent.
  if (isOnce) Object.assign(init, { duplex: 'half' })
  // A redirection that the contract declares is an answer, not a way to go.
  if (operation.statuses.some((status) => status >= 300 && status !== 304)) init.redirect = 'manual'
  return { url, init, headers, isOnce }
}

const DEFAULT_RETRIES = 2
const DEFAULT_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
/** Statuses that may be better at the next attempt. */
const transient = [429, 502, 503, 504]

interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Seconds from a number of them or from an HTTP date (RFC 9110 10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (operation: Operation, status: number): string | undefined =>
  operation.codesByStatus ? Object.entries(operation.errors).find(([, declared]) => declared === status)?.[0] : undefined

const apiErrorOf = (operation: Operation, response: Response, text: string): RuntimeApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new RuntimeApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new RuntimeApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | RuntimeApiError> => {
  const { status, headers } = response
  const isDeclared = operation.statuses.includes(status) || response.type === 'opaqueredirect'
  const isSuccess = isDeclared || response.ok
  if (isSuccess && operation.isRaw) return { status, headers, body: response }
  const text = await response.text()
  if (!isSuccess) return apiErrorOf(operation, response, text)
  return { status, headers, body: bodyOfSuccess(operation, response, text) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** One attempt. Errors of fetch become network errors; an abort of the call stays as it is. */
const attempt = async (
  options: RuntimeClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | RuntimeApiError | RuntimeNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof RuntimeApiError) return cause
    return new RuntimeNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: RuntimeApiError | RuntimeNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof RuntimeApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: RuntimeClientOptions,
  operation: Operation,
  input: Input,
  call: RuntimeCallOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Outcome> => {
  const { url, init, headers, isOnce } = requestOf(options, operation, input, call)
  const retries = operation.mayRepeat && !isOnce ? (options.retries ?? DEFAULT_RETRIES) : 0
  for (let tried = 0; ; tried += 1) {
    const credential = typeof options.credential === 'function' ? await options.credential() : options.credential
    if (operation.sendsCredential && credential !== undefined) headers.set('authorization', 'Bearer ' + credential)
    const result = await attempt(options, operation, url, init, signal)
    if (!(result instanceof Error)) return result
    const isTransient = result instanceof RuntimeNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: RuntimeClientOptions,
  operation: Operation,
  input: Input,
  call: RuntimeCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new RuntimeTimeoutError(operation.name, timeout)), timeout)
  const abort = () => ending.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort, { once: true })
  let isReading = false
  try {
    ending.signal.throwIfAborted()
    // Neither a credential that is never given nor a fetch that hears of no signal may hold the caller.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
    })
    const work = attempts(options, operation, input, call, ending.signal, Date.now() + timeout)
    const outcome = await Promise.race([work, ended])
    isReading = operation.isRaw
    return outcome
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still end it.
    if (!isReading) call.signal?.removeEventListener('abort', abort)
  }
}

const method = <Output, Whole>(options: RuntimeClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: RuntimeCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: RuntimeCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: RuntimeCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: RuntimeCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: RuntimeCallOptions | undefined,
  items: string,
  next: string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>()
  let cursor = ((input ?? {}) as Input)['cursor']
  for (;;) {
    seen.add(cursor)
    const page = (await list({ ...input, cursor }, call)) as Input
    yield* page[items] as readonly Item[]
    cursor = page[next]
    if (cursor === undefined || cursor === null || cursor === '') return
    if (seen.has(cursor)) throw new Error('The service gave the cursor ' + String(cursor) + ' a second time')
  }
}

const operations = {
  runReading: {
    name: 'runReading',
    method: 'POST',
    path: '/run',
    query: ['dry_run'],
    headers: ['x-querent-ids', 'idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, script_invalid: 400, unauthenticated: 401, forbidden: 403, querent_out_of_scope: 403, unknown_spread: 404, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, position_unfilled: 422, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listSpreads: {
    name: 'listSpreads',
    method: 'GET',
    path: '/spreads',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
  classifyIntention: {
    name: 'classifyIntention',
    method: 'POST',
    path: '/classify',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, unknown_deck: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  putDeck: {
    name: 'putDeck',
    method: 'PUT',
    path: '/decks/registry/{slug}',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, deck_limit_reached: 409, deck_version_exists: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getDeck: {
    name: 'getDeck',
    method: 'GET',
    path: '/decks/registry/{slug}',
    query: ['version'],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listDecks: {
    name: 'listDecks',
    method: 'GET',
    path: '/decks/registry',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getRuntimeReceipt: {
    name: 'getRuntimeReceipt',
    method: 'GET',
    path: '/receipt/{hash}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getAdvisory: {
    name: 'getAdvisory',
    method: 'GET',
    path: '/advisory/{hash}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listGrimoire: {
    name: 'listGrimoire',
    method: 'GET',
    path: '/grimoire/{querentId}',
    query: ['kind', 'role', 'spread', 'limit', 'cursor'],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  recallReadings: {
    name: 'recallReadings',
    method: 'POST',
    path: '/recall',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  runAgent: {
    name: 'runAgent',
    method: 'POST',
    path: '/agents/run',
    query: [],
    headers: ['x-querent-ids', 'idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unknown_role: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, bundle_bindings_required: 422, bundle_bindings_unknown: 422, idempotency_mismatch: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  bootstrapAgent: {
    name: 'bootstrapAgent',
    method: 'POST',
    path: '/agents/bootstrap',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unknown_role: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getAgentMemory: {
    name: 'getAgentMemory',
    method: 'GET',
    path: '/agents/memory/{role}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unknown_role: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  judgeCisoIntake: {
    name: 'judgeCisoIntake',
    method: 'POST',
    path: '/agents/ciso-intake',
    query: [],
    headers: ['idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: true,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, intake_refused: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, upstream_failed: 502, unavailable: 503 },
    codesByStatus: false,
  },
  recordFinding: {
    name: 'recordFinding',
    method: 'POST',
    path: '/agents/ciso-finding',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200, 201],
    json: [200, 201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, not_found: 404, finding_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  startLoop: {
    name: 'startLoop',
    method: 'POST',
    path: '/agents/loop',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, script_invalid: 400, unknown_role: 400, unauthenticated: 401, forbidden: 403, querent_out_of_scope: 403, not_found: 404, unknown_spread: 404, loop_not_expired: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listLoopTools: {
    name: 'listLoopTools',
    method: 'GET',
    path: '/agents/loop/tools',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getLoop: {
    name: 'getLoop',
    method: 'GET',
    path: '/agents/loop/{id}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  tickLoop: {
    name: 'tickLoop',
    method: 'POST',
    path: '/agents/loop/{id}/tick',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, script_invalid: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, not_found: 404, loop_ended: 409, receipt_conflict: 409, tick_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, answer_invalid: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  streamLoop: {
    name: 'streamLoop',
    method: 'GET',
    path: '/agents/loop/{id}/stream',
    query: ['after'],
    headers: ['x-querent-ids', 'last-event-id'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 204],
    json: [200],
    isRaw: true,
    errors: { event_unknown: 400, invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  runGrader: {
    name: 'runGrader',
    method: 'POST',
    path: '/grader/run',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unknown_grader_version: 400, unauthenticated: 401, forbidden: 403, unknown_deck: 404, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listRuntimeTools: {
    name: 'listRuntimeTools',
    method: 'GET',
    path: '/mcp/tools',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  invokeRuntimeTool: {
    name: 'invokeRuntimeTool',
    method: 'POST',
    path: '/mcp/invoke',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  generateScaffold: {
    name: 'generateScaffold',
    method: 'POST',
    path: '/scaffold/codegen',
    query: [],
    headers: ['x-querent-ids', 'idempotency-key'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, receipt_conflict: 409, payload_too_large: 413, unsupported_media_type: 415, idempotency_mismatch: 422, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  generateScaffolds: {
    name: 'generateScaffolds',
    method: 'POST',
    path: '/scaffold/batch',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, plan_required: 403, payload_too_large: 413, unsupported_media_type: 415, quota_exceeded: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getScaffold: {
    name: 'getScaffold',
    method: 'GET',
    path: '/scaffold/{hash}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  recordOutcome: {
    name: 'recordOutcome',
    method: 'POST',
    path: '/scaffold/outcome/{runId}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, too_many_outcomes: 422, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  updateScaffold: {
    name: 'updateScaffold',
    method: 'POST',
    path: '/scaffold/update',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, unknown_pattern_version: 422, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getCloudflareManifest: {
    name: 'getCloudflareManifest',
    method: 'GET',
    path: '/manifests/cloudflare',
    query: [],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getAwsManifest: {
    name: 'getAwsManifest',
    method: 'GET',
    path: '/manifests/aws',
    query: [],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getCrownrot: {
    name: 'getCrownrot',
    method: 'GET',
    path: '/manifests/crownrot',
    query: [],
    headers: ['if-none-match'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200, 304],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  runHarness: {
    name: 'runHarness',
    method: 'POST',
    path: '/harness/run',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  verifyRuntimeReceipt: {
    name: 'verifyRuntimeReceipt',
    method: 'GET',
    path: '/verify/{hash}',
    query: [],
    headers: ['x-querent-ids'],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getScaffoldTelemetry: {
    name: 'getScaffoldTelemetry',
    method: 'GET',
    path: '/telemetry/scaffold',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getClassifyTelemetry: {
    name: 'getClassifyTelemetry',
    method: 'GET',
    path: '/telemetry/classify',
    query: ['limit'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getHarnessTelemetry: {
    name: 'getHarnessTelemetry',
    method: 'GET',
    path: '/telemetry/harness',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getSimTelemetry: {
    name: 'getSimTelemetry',
    method: 'GET',
    path: '/telemetry/sim',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getRuntimeHealth: {
    name: 'getRuntimeHealth',
    method: 'GET',
    path: '/health',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: false,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, internal: 500 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface RuntimeErrors {
  readonly runReading: RunReadingError
  readonly listSpreads: ListSpreadsError
  readonly classifyIntention: ClassifyIntentionError
  readonly putDeck: PutDeckError
  readonly getDeck: GetDeckError
  readonly listDecks: ListDecksError
  readonly getRuntimeReceipt: GetRuntimeReceiptError
  readonly getAdvisory: GetAdvisoryError
  readonly listGrimoire: ListGrimoireError
  readonly recallReadings: RecallReadingsError
  readonly runAgent: RunAgentError
  readonly bootstrapAgent: BootstrapAgentError
  readonly getAgentMemory: GetAgentMemoryError
  readonly judgeCisoIntake: JudgeCisoIntakeError
  readonly recordFinding: RecordFindingError
  readonly startLoop: StartLoopError
  readonly listLoopTools: ListLoopToolsError
  readonly getLoop: GetLoopError
  readonly tickLoop: TickLoopError
  readonly streamLoop: StreamLoopError
  readonly runGrader: RunGraderError
  readonly listRuntimeTools: ListRuntimeToolsError
  readonly invokeRuntimeTool: InvokeRuntimeToolError
  readonly generateScaffold: GenerateScaffoldError
  readonly generateScaffolds: GenerateScaffoldsError
  readonly getScaffold: GetScaffoldError
  readonly recordOutcome: RecordOutcomeError
  readonly updateScaffold: UpdateScaffoldError
  readonly getCloudflareManifest: GetCloudflareManifestError
  readonly getAwsManifest: GetAwsManifestError
  readonly getCrownrot: GetCrownrotError
  readonly runHarness: RunHarnessError
  readonly verifyRuntimeReceipt: VerifyRuntimeReceiptError
  readonly getScaffoldTelemetry: GetScaffoldTelemetryError
  readonly getClassifyTelemetry: GetClassifyTelemetryError
  readonly getHarnessTelemetry: GetHarnessTelemetryError
  readonly getSimTelemetry: GetSimTelemetryError
  readonly getRuntimeHealth: GetRuntimeHealthError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isRuntimeError = <Name extends keyof RuntimeErrors>(
  operation: Name,
  error: unknown,
): error is RuntimeErrors[Name] => {
  if (!(error instanceof RuntimeApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of runtime: methods can be taken off it, and it keeps no connection of its own. */
export const createRuntimeClient = (options: RuntimeClientOptions): RuntimeClient => {
  return {
    runReading: method<RunReadingOutput, RunReadingResponse>(options, operations.runReading),
    listSpreads: method<ListSpreadsOutput, ListSpreadsResponse>(options, operations.listSpreads),
    classifyIntention: method<ClassifyIntentionOutput, ClassifyIntentionResponse>(options, operations.classifyIntention),
    putDeck: method<PutDeckOutput, PutDeckResponse>(options, operations.putDeck),
    getDeck: method<GetDeckOutput, GetDeckResponse>(options, operations.getDeck),
    listDecks: method<ListDecksOutput, ListDecksResponse>(options, operations.listDecks),
    getRuntimeReceipt: method<GetRuntimeReceiptOutput, GetRuntimeReceiptResponse>(options, operations.getRuntimeReceipt),
    getAdvisory: method<GetAdvisoryOutput, GetAdvisoryResponse>(options, operations.getAdvisory),
    listGrimoire: method<ListGrimoireOutput, ListGrimoireResponse>(options, operations.listGrimoire),
    listGrimoireAll: (input, call) =>
      pages(method(options, operations.listGrimoire), input, call, 'readings', 'next_cursor'),
    recallReadings: method<RecallReadingsOutput, RecallReadingsResponse>(options, operations.recallReadings),
    runAgent: method<RunAgentOutput, RunAgentResponse>(options, operations.runAgent),
    bootstrapAgent: method<BootstrapAgentOutput, BootstrapAgentResponse>(options, operations.bootstrapAgent),
    getAgentMemory: method<GetAgentMemoryOutput, GetAgentMemoryResponse>(options, operations.getAgentMemory),
    judgeCisoIntake: method<JudgeCisoIntakeOutput, JudgeCisoIntakeResponse>(options, operations.judgeCisoIntake),
    recordFinding: method<RecordFindingOutput, RecordFindingResponse>(options, operations.recordFinding),
    startLoop: method<StartLoopOutput, StartLoopResponse>(options, operations.startLoop),
    listLoopTools: method<ListLoopToolsOutput, ListLoopToolsResponse>(options, operations.listLoopTools),
    getLoop: method<GetLoopOutput, GetLoopResponse>(options, operations.getLoop),
    tickLoop: method<TickLoopOutput, TickLoopResponse>(options, operations.tickLoop),
    streamLoop: method<StreamLoopOutput, StreamLoopResponse>(options, operations.streamLoop),
    runGrader: method<RunGraderOutput, RunGraderResponse>(options, operations.runGrader),
    listRuntimeTools: method<ListRuntimeToolsOutput, ListRuntimeToolsResponse>(options, operations.listRuntimeTools),
    invokeRuntimeTool: method<InvokeRuntimeToolOutput, InvokeRuntimeToolResponse>(options, operations.invokeRuntimeTool),
    generateScaffold: method<GenerateScaffoldOutput, GenerateScaffoldResponse>(options, operations.generateScaffold),
    generateScaffolds: method<GenerateScaffoldsOutput, GenerateScaffoldsResponse>(options, operations.generateScaffolds),
    getScaffold: method<GetScaffoldOutput, GetScaffoldResponse>(options, operations.getScaffold),
    recordOutcome: method<RecordOutcomeOutput, RecordOutcomeResponse>(options, operations.recordOutcome),
    updateScaffold: method<UpdateScaffoldOutput, UpdateScaffoldResponse>(options, operations.updateScaffold),
    getCloudflareManifest: method<GetCloudflareManifestOutput, GetCloudflareManifestResponse>(options, operations.getCloudflareManifest),
    getAwsManifest: method<GetAwsManifestOutput, GetAwsManifestResponse>(options, operations.getAwsManifest),
    getCrownrot: method<GetCrownrotOutput, GetCrownrotResponse>(options, operations.getCrownrot),
    runHarness: method<RunHarnessOutput, RunHarnessResponse>(options, operations.runHarness),
    verifyRuntimeReceipt: method<VerifyRuntimeReceiptOutput, VerifyRuntimeReceiptResponse>(options, operations.verifyRuntimeReceipt),
    getScaffoldTelemetry: method<GetScaffoldTelemetryOutput, GetScaffoldTelemetryResponse>(options, operations.getScaffoldTelemetry),
    getClassifyTelemetry: method<GetClassifyTelemetryOutput, GetClassifyTelemetryResponse>(options, operations.getClassifyTelemetry),
    getHarnessTelemetry: method<GetHarnessTelemetryOutput, GetHarnessTelemetryResponse>(options, operations.getHarnessTelemetry),
    getSimTelemetry: method<GetSimTelemetryOutput, GetSimTelemetryResponse>(options, operations.getSimTelemetry),
    getRuntimeHealth: method<GetRuntimeHealthOutput, GetRuntimeHealthResponse>(options, operations.getRuntimeHealth),
  }
}
