import { DeckUsed, Facts, ReceiptRef, SpreadName } from '@signet/readings/consult-schemas'
import * as z from 'zod'

export const Position = z
  .object({
    name: z.string(),
    title: z.string(),
    status: z
      .enum(['filled', 'short', 'empty', 'skipped', 'open'])
      .describe(
        'Status of the position (a question that the cards answer). `skipped`: its condition is false; `open`: its condition depends on an unknown fact',
      ),
    cards: z.array(z.string()),
  })
  .meta({ id: 'ReadPosition' })

const ReadCard = z
  .object({
    id: z.string(),
    deck: z.string().describe('Name under which the script uses the deck'),
    position: z.string(),
    title: z.string(),
    question: z.string(),
    why: z.string(),
    severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
    element: z.enum(['people', 'process', 'technology', 'data', 'money', 'risk']),
    advice: z.array(z.object({ do: z.string(), owner: z.string(), done_when: z.string() })),
    check: z.object({
      test: z.string(),
      level: z.enum(['unit', 'integration', 'e2e', 'review', 'metric']),
      detector: z.string().optional(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
    evidence: z.array(z.string()),
    refs: z.array(z.object({ id: z.string(), url: z.string().optional() })),
    applies: z
      .union([z.literal(true), z.literal('unknown')])
      .describe("Whether the card's condition is true; `unknown` if the condition depends on an unknown fact"),
    relevance: z.int().describe('Text similarity of the card and the intention, 0 to 100'),
    weight: z.int().describe('Weight of the card in the draw'),
    matched: z.array(z.string()).describe('Words of the intention that match the card'),
  })
  .meta({ id: 'ReadCard' })

export const Question = z
  .object({
    fact: z.string(),
    ask: z.string(),
    type: z.string(),
    options: z.array(z.string()).optional(),
    decides: z
      .int()
      .describe(
        'Total weight of the cards (items of expert advice) and positions (questions of the spread) that depend on the answer',
      ),
  })
  .meta({ id: 'ReadQuestion' })

const Coverage = z
  .object({
    applicable: z.int().describe('Number of cards whose condition is true'),
    drawn: z.int(),
    undecided: z.int().describe('Number of cards whose condition depends on an unknown fact'),
    ruled_out: z.int().describe('Number of cards whose condition is false'),
    remaining: z.array(z.string()).describe('Cards that apply but were not drawn'),
    undecided_ids: z.array(z.string()).describe('Undecided cards'),
  })
  .meta({ id: 'DeckCoverage' })

const Oracle = z
  .object({
    text: z.string(),
    as: z.string().optional(),
    method: z.enum(['rules', 'model']),
    model: z.string().optional(),
    model_outcome: z.enum(['late', 'failed', 'unusable']).optional(),
  })
  .meta({ id: 'Oracle' })

const Replay = z
  .object({
    script_sha256: z.string(),
    decks: z.array(DeckUsed),
    state_sha256: z.string(),
    memory_tick: z.int().describe("Number of stored readings in the querent's memory"),
    memory_sha256: z.string(),
  })
  .meta({ id: 'ReplayRecord' })

const Warning = z
  .object({
    code: z.enum(['position_short', 'must_not_drawn']),
    position: z.string(),
    message: z.string(),
    cards: z.array(z.string()).optional(),
  })
  .meta({ id: 'ReadingWarning' })

const Trace = z.object({
  position: z.string(),
  index: z
    .int()
    .nullable()
    .describe('Index of the pick among the random picks of the position; null if the pick was not random'),
  candidates: z.array(z.object({ id: z.string(), weight: z.int() })),
  block: z
    .string()
    .nullable()
    .describe('SHA-256 hash from which the random pick is computed; null if the pick was not random'),
  pick: z.string().describe('ID of the drawn card'),
})

const receiptFields = () => ({
  hash: z.string().optional().describe('Receipt hash of the reading; present if the reading is stored'),
  receipt: ReceiptRef.optional(),
})

/** A complete reading, and with `raw` each of its draws. */
export const StructuredReading = z
  .object({
    spread: SpreadName,
    seed: z.int(),
    engine: z.string(),
    positions: z.array(Position),
    cards: z.array(ReadCard),
    facts: Facts,
    fact_sources: z
      .record(z.string(), z.string())
      .describe('Source of each fact: `state`, `memory`, `intention`, `default`, `script` or `card:<id>`'),
    questions: z.array(Question).describe('Open questions, in descending order of `decides`'),
    coverage: z.record(z.string(), Coverage),
    output: z.string().describe('The reading as Markdown'),
    oracle: Oracle.optional(),
    replay: Replay,
    warnings: z.array(Warning),
    trace: z.array(Trace).optional(),
    ...receiptFields(),
  })
  .meta({ id: 'StructuredReading' })

export const NarrativeReading = z
  .object({
    spread: SpreadName,
    seed: z.int(),
    output: z.string().describe('The reading as Markdown'),
    oracle: Oracle.optional(),
    facts: Facts,
    questions: z.array(Question),
    ...receiptFields(),
  })
  .meta({ id: 'NarrativeReading' })

/** The result of `dry_run` for a script without errors. */
export const CheckedScript = z
  .object({
    valid: z.literal(true),
    spread: SpreadName,
    decks: z.array(DeckUsed),
    asks: z.array(z.object({ name: z.string(), question: z.string(), type: z.string() })),
  })
  .meta({ id: 'ScriptCheck' })
