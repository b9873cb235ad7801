import { wellFormedText } from '@signet/contracts'
import { Facts } from '@signet/readings/consult-schemas'
import { factValueSchema, intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { QuerentId } from './querent-id.ts'
import { Position, Question } from './reading.ts'

const ToolName = z.enum(['answer', 'draw_more', 'explain_card', 'classify', 'recall', 'grade', 'scaffold', 'finish'])

const FactName = () => z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** Longer scripts are errors of the language, which says how long they may be. */
const SCRIPT_CHARACTERS = 64_000

const Budget = z
  .object({ ticks: z.int(), model_calls: z.int(), cost_micro_usd: z.int(), seconds: z.int() })
  .meta({ id: 'LoopBudget' })

export const LoopInput = z
  .strictObject({
    intention: intentionSchema.optional().describe('What is to be built or decided; not beside `resume`'),
    role: z.string().min(1).max(40).optional().describe('A role whose questions are asked; without any, cto'),
    spreadType: z.string().max(100).optional().describe('A spread of GET /spreads'),
    script: wellFormedText(SCRIPT_CHARACTERS).optional().describe('A script'),
    querent: z
      .strictObject({
        id: QuerentId.optional(),
        state: z.record(FactName(), factValueSchema).optional().describe('Facts that are known, at most 64'),
      })
      .default({}),
    seed: seedSchema.optional(),
    mode: z
      .enum(['manual', 'auto'])
      .default('manual')
      .describe('auto: it looks up by itself what the querent has told before an earlier reading, and asks the rest'),
    tools: z
      .array(ToolName)
      .max(8)
      .optional()
      .describe('Those that it may use; without it all but scaffold, which needs `runtime:run` and a paid plan'),
    budget: z
      .strictObject({
        ticks: z.int().min(1).max(64).default(24),
        model_calls: z.int().min(0).max(8).default(0),
        cost_micro_usd: z.int().min(0).max(50_000).default(50_000),
        seconds: z.int().min(1).max(86_400).default(86_400),
      })
      .optional(),
    resume: z.uuid().optional().describe('An expired interview whose answers are taken up'),
  })
  .meta({ id: 'LoopInput' })

export type LoopBody = z.output<typeof LoopInput>

export const TickBody = z
  .strictObject({
    expected_tick: z.int().min(0).optional().describe('The tick that the caller has seen'),
    answers: z
      .record(FactName(), factValueSchema)
      .optional()
      .describe('Values by fact; "unknown" for what nobody knows'),
    tool: z.strictObject({ name: ToolName, args: z.looseObject({}).default({}) }).optional(),
    approve: z.boolean().optional().describe('Of the tool that waits for it'),
  })
  .meta({ id: 'LoopTick' })

export type Tick = z.output<typeof TickBody>

export const LoopView = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'waiting', 'done', 'stopped', 'failed', 'expired']),
    reason: z.string().optional(),
    mode: z.enum(['manual', 'auto']),
    tick: z.int(),
    budget: Budget,
    used: Budget,
    tools: z.array(z.string()),
    questions: z.array(Question).describe('The next best first'),
    facts: Facts,
    positions: z.array(Position),
    output: z.string().describe('What was read so far, as Markdown'),
    pending: z
      .object({ tool: z.string(), args: z.looseObject({}), why: z.string() })
      .optional()
      .describe('The tool that waits for `approve`'),
    reading_hash: z.string().optional().describe('Of the receipt of the reading, behind its end'),
    last_event: z.int().describe('Number of the last event'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('30 minutes behind the last tick'),
  })
  .meta({ id: 'Loop' })
