import * as z from 'zod'
import { ROLES, type Role } from '../decks/roles.ts'

const FactValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

export const Facts = z.record(z.string(), FactValue)

export const SpreadName = z
  .object({ name: z.string(), version: z.string(), title: z.string() })
  .meta({ id: 'SpreadName' })

export const DeckUsed = z
  .object({ alias: z.string(), name: z.string(), version: z.string(), sha256: z.string() })
  .meta({ id: 'DeckUse' })

export const ReceiptRef = z
  .object({ hash: z.string(), verifyUrl: z.string(), seed: z.int().optional() })
  .meta({ id: 'ReceiptRef' })

export const RoleName = z.enum(Object.keys(ROLES) as [Role, ...Role[]])

const Reference = z.object({ id: z.string(), url: z.string().optional() })

const Severity = z.enum(['info', 'low', 'medium', 'high', 'critical'])

const Analysis = z
  .object({
    summary: z.string(),
    findings: z.array(
      z.object({
        id: z.string().describe('F1, F2, …'),
        title: z.string(),
        statement: z.string(),
        severity: Severity,
        confidence: z
          .enum(['high', 'medium', 'low'])
          .describe('high: all facts of the condition are known; medium: no fact is needed; low: a fact is unknown'),
        because: z.array(z.object({ fact: z.string(), value: z.unknown() })),
        card: z.string(),
        refs: z.array(Reference),
      }),
    ),
    options: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        for: z.array(z.string()),
        against: z.array(z.string()),
        reversible: z.boolean(),
      }),
    ),
    open_questions: z
      .array(
        z.object({
          id: z.string(),
          fact: z.string(),
          question: z.string(),
          type: z.string(),
          options: z.array(z.string()).optional(),
          decides: z.int().describe('Weight of the cards that depend on the answer'),
        }),
      )
      .describe('Most decisive first'),
  })
  .meta({ id: 'AgentAnalysis' })

const Guidance = z
  .object({
    decision: z.string().optional().describe('Absent while it is unknown whether the option applies'),
    next_steps: z.array(
      z.object({
        id: z.string(),
        action: z.string(),
        owner: z.string(),
        due: z.enum(['before_build', 'before_launch', 'within_30_days']),
        done_when: z.string(),
        traces: z.array(z.string()).describe('Ids of findings'),
      }),
    ),
    do_not: z.array(z.string()),
    review_when: z.array(z.string()),
  })
  .meta({ id: 'AgentGuidance' })

const SymbolicResponse = z
  .object({
    spread: SpreadName,
    positions: z.array(
      z.object({ position: z.string(), card: z.string().optional(), title: z.string(), reading: z.string() }),
    ),
    facts: Facts,
  })
  .meta({ id: 'SymbolicResponse' })

const Metadata = z
  .object({
    engine: z.string(),
    decks: z.array(DeckUsed),
    seed: z.int(),
    method: z.enum(['rules', 'model']).describe('Author of `response`; all other members are written by rules'),
    model: z.string().optional(),
    model_outcome: z.enum(['late', 'failed', 'unusable']).optional(),
    latencyMs: z.int(),
    memory: z.object({ tick: z.int().describe('Number of remembered inscribed runs of the role') }),
    bound_from: z.string().optional().describe('Hash of the cto run that supplied the facts'),
    warnings: z.array(z.looseObject({ code: z.string(), position: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'AgentRunMetadata' })

/** The result of a consultation (spec platform-api 2.4). */
export const AgentRun = z
  .object({
    schema_version: z.literal('1.0'),
    success: z.literal(true),
    role: z.string(),
    role_title: z.string(),
    response: z.string().describe('Markdown written by rules; prose in mode `narrative`'),
    symbolicResponse: SymbolicResponse,
    analysis: Analysis,
    guidance: Guidance,
    responseMode: z.enum(['structured', 'narrative']),
    metadata: Metadata,
    envelope: z
      .object({ bindings: Facts })
      .optional()
      .describe('Present for role cto: facts that another role can be bound to'),
    hash: z.string().optional().describe('Hash of the receipt of an inscribed run'),
    receipt: ReceiptRef.optional(),
  })
  .meta({ id: 'AgentRun' })

export const Bootstrap = z
  .object({
    role: z.string(),
    signalType: z.enum(['incident', 'metric', 'request', 'market', 'regulation', 'cost', 'debt', 'none']),
    signalClass: z.enum(['lagging', 'leading', 'mixed', 'absent']),
    gapType: z.enum(['knowledge', 'capability', 'evidence', 'ownership', 'control', 'none']),
    gapClass: z.enum(['critical', 'material', 'minor', 'none']),
    researchStrategy: z.enum(['measurement', 'document_review', 'interview', 'experiment', 'benchmark']),
    researchType: z.enum(['quantitative', 'qualitative', 'mixed']),
    evidenceBar: z.enum(['anecdote', 'corroborated', 'measured', 'audited']),
    tierAssignment: z
      .enum(['tier1', 'tier2', 'tier3'])
      .describe('tier1: rules suffice; tier2: questions first; tier3: a person or a model'),
    methodologyConfidence: z.enum(['high', 'medium', 'low']),
    candidate_vocabulary: z.array(
      z.object({ term: z.string(), weight: z.int(), count: z.int(), from: z.array(z.int()) }),
    ),
    candidate_cards: z.array(z.looseObject({ id: z.string(), title: z.string() })).describe('Drafts of cards'),
  })
  .meta({ id: 'Bootstrap' })

/** The memory of a role (spec platform-api 2.4). */
export const RoleMemory = z
  .object({
    role: z.string(),
    exists: z.boolean().describe('True after the first inscribed run'),
    tick: z.int().optional().describe('Number of inscribed runs'),
    zones: z.object({
      deck: z.array(z.string()).describe('Ids of cards not drawn since the last shuffle'),
      discard: z.array(z.string()).describe('Ids of cards drawn since the last shuffle, the newest last'),
      metaInsight: z.array(z.object({ id: z.string(), text: z.string(), seen: z.int(), from: z.array(z.string()) })),
      identity: z.array(z.object({ fact: z.string(), value: z.unknown(), since: z.string(), seen: z.int() })),
    }),
    entropy: z.object({
      totalCards: z.int(),
      elementCounts: z.record(z.string(), z.int()),
      shannonDiversity: z.number(),
      depletionRatio: z.number(),
      transCapacity: z.number().describe('Share of the deck that a further run could still change'),
    }),
    recentMemories: z
      .array(z.object({ hash: z.string(), at: z.string(), intention: z.string(), cards: z.array(z.string()) }))
      .optional(),
    updatedAt: z.string().optional(),
  })
  .meta({ id: 'RoleMemory' })
