import { wellFormedText } from '@signet/contracts'
import { ReceiptRef } from '@signet/readings/consult-schemas'
import { seedSchema } from '@signet/readings/schemas'
import { Classification } from '@signet/runtime-schemas/classification'
import { PATTERN_IDS, TARGETS } from '@signet/scaffolds/ids'
import * as z from 'zod'

const workerName = () =>
  z.string().regex(/^[a-z][a-z0-9-]{1,62}$/, 'must be 2 to 63 characters of a-z, 0-9 and -, starting with a letter')

const traits = () => z.record(wellFormedText(40), wellFormedText(200))

const intention = () => wellFormedText(2_000).regex(/\S/, 'must not be empty')

/** The contents of `.scaffold/answers.json`. */
export const ScaffoldAnswers = z
  .strictObject({
    schema: z.literal(1),
    intention: intention(),
    workerName: workerName(),
    pattern: wellFormedText(40),
    pattern_version: wellFormedText(20),
    traits: traits(),
    entities: z.array(wellFormedText(80)).max(3),
    target: z.enum(TARGETS),
    seed: seedSchema,
    decks: z
      .array(
        z.strictObject({
          alias: wellFormedText(40).optional(),
          name: wellFormedText(40),
          version: wellFormedText(20),
          sha256: wellFormedText(64),
        }),
      )
      .max(8),
    cards: z.array(wellFormedText(80)).max(60),
    classification: Classification.optional().describe('Absent if the caller specified the pattern'),
    files: z
      .record(wellFormedText(200), wellFormedText(64))
      .optional()
      .describe('SHA-256 of each file by path; ignored'),
  })
  .meta({ id: 'ScaffoldAnswers' })

export const CodegenInput = z
  .strictObject({
    intention: intention().describe('Description of the project to build'),
    workerName: workerName().optional().describe('Name of the service; derived from the intention by default'),
    conversationId: wellFormedText(200)
      .min(1)
      .optional()
      .describe('Your ID for the conversation. For 30 days, a request with the same ID returns the first scaffold.'),
    seed: seedSchema
      .optional()
      .describe(
        'Seed of the random choices, derived from the input by default. The same seed and input give the same files.',
      ),
    inscribe: z.boolean().default(false).describe('Whether to store the scaffold and issue a receipt for it'),
    target: z.enum(TARGETS).optional().describe('Target platform; `aws` by default'),
    projectType: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be 1 to 40 characters of a-z, 0-9 and -, starting with a letter')
      .optional()
      .describe(
        'Kind of project: `api`, `web`, `worker`, `cli`, `mcp` or `library`. Favors matching patterns; other values have no effect.',
      ),
    pattern: z.enum(PATTERN_IDS).optional().describe('Pattern to use instead of the one derived from the intention'),
    traits: traits().optional().describe('Project traits to use instead of those derived from the intention'),
    entities: z
      .array(wellFormedText(80).regex(/\S/, 'must not be empty'))
      .min(1)
      .max(3)
      .optional()
      .describe('Domain nouns of the project. Default: the nouns in the intention, or `item` if it has none.'),
    answers: ScaffoldAnswers.optional().describe(
      '`.scaffold/answers.json` of an earlier scaffold, which provides defaults for name, pattern, traits, domain nouns, target and seed',
    ),
  })
  .meta({ id: 'CodegenInput' })

export type CodegenBody = z.output<typeof CodegenInput>

const ScaffoldFile = z
  .object({
    path: z.string(),
    content: z.string(),
    language: z.string(),
    role: z.enum(['scaffold', 'config', 'governance', 'test', 'doc']),
  })
  .meta({ id: 'ScaffoldFile' })

const Envelope = z
  .object({
    schema_version: z.literal(1),
    system: z.object({ name: z.string(), pattern: z.string(), traits: z.record(z.string(), z.string()) }),
    requirements: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        priority: z.string(),
        source: z.string(),
        status: z
          .string()
          .optional()
          .describe('Whether the code fulfills the requirement: `built`, `partly` or `open`'),
      }),
    ),
    interfaces: z.array(z.looseObject({ id: z.string(), kind: z.string() })),
    threats: z.array(z.looseObject({ id: z.string() })),
    test_plan: z.array(z.looseObject({ id: z.string() })),
    decisions: z.array(z.looseObject({ id: z.string() })),
    constraints: z.array(z.string()),
    open_questions: z.array(z.string()),
  })
  .meta({ id: 'PromptContext' })

const scaffoldFields = () => ({
  codegen: z.object({ pattern: z.string(), workerName: z.string(), files: z.array(ScaffoldFile) }),
  skeleton: z
    .array(ScaffoldFile)
    .describe(
      'Governance files, documents and configuration. Together with `codegen`, they form the complete project.',
    ),
  envelope: Envelope,
  emittedFacts: z.record(z.string(), z.unknown()),
  classification: Classification,
  traits: z.record(z.string(), z.string()),
  output: z.string().describe('Summary as Markdown'),
  nextSteps: z.array(z.string()).describe('First steps: commands and open questions'),
})

export const CodegenReply = z
  .object({
    success: z.literal(true),
    runId: z
      .int()
      .min(1)
      .describe(
        'Sequential number of the scaffold in the organization; identifies it in `POST /scaffold/outcome/:runId`',
      ),
    ...scaffoldFields(),
    inferenceMetrics: z.object({
      method: z.literal('rules'),
      model_calls: z.literal(0),
      input_tokens: z.literal(0),
      output_tokens: z.literal(0),
      cost_micro_usd: z.literal(0),
      classify_us: z.int(),
      render_us: z.int(),
    }),
    hash: z.string().optional().describe("Hash of the scaffold's receipt; present with `inscribe`"),
    receipt: ReceiptRef.optional(),
  })
  .meta({ id: 'CodegenReply' })

export const StoredScaffold = z
  .object({
    hash: z.string().describe("Hash of the scaffold's receipt"),
    at: z.iso.datetime(),
    intention: z.string(),
    projectType: z.string().optional().describe('Kind of project that was requested'),
    seed: seedSchema,
    ...scaffoldFields(),
    envelope: Envelope.optional(),
  })
  .meta({ id: 'InscribedScaffold' })

export const OutcomeInput = z
  .object({
    status: z.enum(['deployed', 'failed', 'rolled_back', 'abandoned']),
    target: wellFormedText(100).optional().describe('Environment or platform of the deployment'),
    commit: wellFormedText(100).optional(),
    url: z.url().max(500).optional(),
    tests: z.object({ passed: z.int().min(0), failed: z.int().min(0) }).optional(),
    notes: wellFormedText(1_000).optional(),
  })
  .meta({ id: 'OutcomeInput' })
