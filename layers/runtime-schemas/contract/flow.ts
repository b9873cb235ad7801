import { wellFormedText } from '@signet/contracts'
import { scaffoldWarning } from '@signet/ledger/paid-contract'
import * as z from 'zod'
import { FileRole, projectType } from './preview.ts'
import { projectFiles, updatedProject } from './project-files.ts'

export const flowId = () => z.string().min(1).max(100).describe('ID of the scaffold, which is the hash of its receipt')

export const FlowInput = z
  .strictObject({
    intention: wellFormedText(2_000)
      .min(1)
      .regex(/\S/, 'must not be empty')
      .describe('Description of the project to build')
      .meta({ examples: ['Receive Stripe webhooks and mark orders as paid'] }),
    project_type: projectType().describe(
      'Kind of project: `api`, `web`, `worker`, `cli`, `mcp` or `library`. Favors matching patterns; other values have no effect.',
    ),
    oracle: z
      .boolean()
      .default(false)
      .describe(
        'Whether to also edit the prose in the documents. This option requires a paid plan and is ignored on the Free plan.',
      ),
  })
  .meta({ id: 'FlowInput' })
export type FlowBody = z.output<typeof FlowInput>

const facts = () =>
  z
    .record(z.string(), z.unknown())
    .describe(
      'Facts about the scaffold. `governance.threat_model`, `governance.adr` and `governance.test_plan` are Markdown.',
    )

/** A created flow (spec platform-api 4.7). */
export const CreatedFlow = z
  .object({
    id: flowId(),
    classification: z.object({
      pattern: z.string().describe('ID of the pattern (project template)'),
      confidence: z.enum(['high', 'medium', 'low']),
    }),
    traits: z.record(z.string(), z.string()).describe('Traits of the project that the intention states'),
    tier2_recommended: z
      .boolean()
      .describe('Whether the choice of the pattern is uncertain, so that a person or a model should choose it'),
    output: z.string().describe('Summary as Markdown'),
    facts: facts(),
    oracle_enhanced: z.boolean().describe('Whether the prose in the documents was edited'),
    warning: scaffoldWarning(),
  })
  .meta({ id: 'CreatedFlow' })
export type CreatedFlow = z.output<typeof CreatedFlow>

const listedFields = () => ({
  id: flowId(),
  intention: z.string(),
  project_type: z.string(),
  status: z.literal('completed'),
  created_at: z.iso.datetime(),
})

export const FlowPage = z
  .object({ flows: z.array(z.object(listedFields()).meta({ id: 'ListedFlow' })), next_cursor: z.string().nullable() })
  .meta({ id: 'FlowPage' })

const FlowFile = z.object({ path: z.string(), content: z.string(), role: FileRole }).meta({ id: 'FlowFile' })

/** A flow (spec platform-api 2.8). */
export const Flow = z
  .object({
    ...listedFields(),
    seed: z.int().min(0).describe('Seed of the random choices. The same seed and intention give the same files.'),
    governance: z
      .object({ threat_model: z.string(), adr: z.string(), test_plan: z.string() })
      .describe('Governance documents, as Markdown'),
    scaffold: z.object({ files: z.array(FlowFile) }),
    next_steps: z.array(z.string()),
    output: z.string().describe('Summary as Markdown'),
    oracle_enhanced: z.boolean().describe('Whether the files include edited documents'),
    oracle_summary: z.string().nullable(),
  })
  .meta({ id: 'Flow' })

export const OracleResult = z
  .object({
    enhanced: z.literal(true),
    files: z.array(FlowFile).describe('Edited documents with their new content; all other files remain unchanged'),
    summary: z.string(),
    method: z
      .enum(['rules', 'model'])
      .describe(
        'Editor of the prose. `model`: a language model; `rules`: fixed rules, because no language model is configured.',
      ),
    model: z.string().optional().describe('Name of the language model; absent if no model was used'),
    model_outcome: z
      .enum(['late', 'failed', 'unusable'])
      .optional()
      .describe(
        'Reason why a document is unchanged although a language model was called; `summary` lists the affected documents',
      ),
    receipt: z
      .object({ hash: z.string(), verifyUrl: z.string() })
      .describe('Receipt for all files of the scaffold, including the edited documents'),
    kept_until: z.iso
      .datetime()
      .describe(
        'Time until which the edited documents are stored. After that time, the scaffold has its original documents.',
      ),
  })
  .meta({ id: 'OracleResult' })
export type OracleResult = z.output<typeof OracleResult>

export const OracleReport = z
  .union([z.object({ enhanced: z.literal(false) }), OracleResult])
  .meta({ id: 'OracleReport' })

export const FlowUpdateInput = z
  .strictObject({
    files: projectFiles(),
  })
  .meta({ id: 'FlowUpdateInput' })

export const UpdatedFlow = updatedProject().meta({ id: 'UpdatedFlow' })
