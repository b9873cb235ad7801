import { wellFormedText } from '@signet/contracts'
import { Facts } from '@signet/readings/consult-schemas'
import { factValueSchema, intentionSchema, seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { QuerentId } from './querent-id.ts'
import { Position, Question } from './reading.ts'

const ToolName = z.enum(['answer', 'draw_more', 'explain_card', 'classify', 'recall', 'grade', 'scaffold', 'finish'])

const FactName = () => z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** Upper limit of the schema; the parser reports scripts above its own, lower limit with positions. */
const SCRIPT_CHARACTERS = 64_000

const Budget = z
  .object({
    ticks: z.int().describe('Number of steps'),
    model_calls: z.int(),
    cost_micro_usd: z.int().describe('Cost of language models, in millionths of a US dollar'),
    seconds: z.int(),
  })
  .meta({ id: 'LoopBudget' })

export const LoopInput = z
  .strictObject({
    intention: intentionSchema
      .optional()
      .describe('Description of the project or decision; not permitted with `resume`'),
    role: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'Role whose questions are asked; `cto` unless `spreadType` or `script` is set. Send only one of the three.',
      ),
    spreadType: z.string().max(100).optional().describe('Spread (question set) from `GET /spreads`'),
    script: wellFormedText(SCRIPT_CHARACTERS).optional().describe('Script to run'),
    querent: z
      .strictObject({
        id: QuerentId.optional(),
        state: z.record(FactName(), factValueSchema).optional().describe('Known facts by name, at most 64'),
      })
      .default({}),
    seed: seedSchema.optional(),
    mode: z
      .enum(['manual', 'auto'])
      .default('manual')
      .describe(
        '`manual`: asks all open questions; `auto`: asks only questions that cannot be answered from earlier readings',
      ),
    tools: z
      .array(ToolName)
      .max(8)
      .optional()
      .describe('Permitted tools. Default: all except `scaffold`, which requires `runtime:run` and a paid plan.'),
    budget: z
      .strictObject({
        ticks: z.int().min(1).max(64).default(24),
        model_calls: z.int().min(0).max(8).default(0),
        cost_micro_usd: z.int().min(0).max(50_000).default(50_000),
        seconds: z.int().min(1).max(86_400).default(86_400),
      })
      .optional(),
    resume: z.uuid().optional().describe('ID of an expired interview, whose answers are used'),
  })
  .meta({ id: 'LoopInput' })

export type LoopBody = z.output<typeof LoopInput>

export const TickBody = z
  .strictObject({
    expected_tick: z.int().min(0).optional().describe('`tick` of the last response. Returns 409 after a later step.'),
    answers: z
      .record(FactName(), factValueSchema)
      .optional()
      .describe('Answers by fact name; "unknown" if there is no answer'),
    tool: z.strictObject({ name: ToolName, args: z.looseObject({}).default({}) }).optional(),
    approve: z.boolean().optional().describe('Whether to run the pending tool call'),
  })
  .meta({ id: 'LoopTick' })

export type Tick = z.output<typeof TickBody>

export const LoopView = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'waiting', 'done', 'stopped', 'failed', 'expired']),
    reason: z
      .string()
      .optional()
      .describe('Reason for the state, such as `question`, `approval`, `settled`, `finished` or `budget_ended`'),
    mode: z.enum(['manual', 'auto']),
    tick: z.int().describe('Number of the last step'),
    budget: Budget.describe('Limits of the interview'),
    used: Budget.describe('Used part of the budget'),
    tools: z.array(z.string()),
    questions: z.array(Question).describe('Open questions, best next question first'),
    facts: Facts,
    positions: z.array(Position),
    output: z.string().describe('Current reading, as Markdown'),
    pending: z
      .object({ tool: z.string(), args: z.looseObject({}), why: z.string() })
      .optional()
      .describe('Tool call that awaits approval; absent if there is none'),
    reading_hash: z
      .string()
      .optional()
      .describe('Hash of the receipt of the reading; set after the interview has ended'),
    last_event: z.int().describe('Number of the last event in the event stream'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('Expiry time; 30 minutes after the last step'),
  })
  .meta({ id: 'Loop' })
