import { wellFormedText } from '@signet/contracts'
import { scaffoldWarning } from '@signet/ledger/paid-contract'
import * as z from 'zod'
import { FileRole, projectType } from './preview.ts'
import { projectFiles, updatedProject } from './project-files.ts'

export const flowId = () => z.string().min(1).max(100).describe('Id of the flow: the hash of its receipt')

export const FlowInput = z
  .strictObject({
    intention: wellFormedText(2_000)
      .min(1)
      .regex(/\S/, 'must not be empty')
      .describe('What is to be built, in words')
      .meta({ examples: ['Receive Stripe webhooks and mark orders as paid'] }),
    project_type: projectType().describe(
      'Kind of project, which speaks for its patterns: api, web, worker, cli, mcp, library; any other for none',
    ),
    oracle: z
      .boolean()
      .default(false)
      .describe('Also have the prose of its documents edited, on a paid plan; on the free one it is not done'),
  })
  .meta({ id: 'FlowInput' })
export type FlowBody = z.output<typeof FlowInput>

const facts = () =>
  z
    .record(z.string(), z.unknown())
    .describe('What the scaffold states of itself; `governance.threat_model`, `.adr` and `.test_plan` are Markdown')

/** A flow that was made (spec platform-api 4.7). */
export const CreatedFlow = z
  .object({
    id: flowId(),
    classification: z.object({
      pattern: z.string().describe('Id of the pattern'),
      confidence: z.enum(['high', 'medium', 'low']),
    }),
    traits: z.record(z.string(), z.string()).describe('What the intention says of what is to be built'),
    tier2_recommended: z.boolean().describe('Rules are not sure of the pattern: let a person or a model look at it'),
    output: z.string().describe('Summary as Markdown'),
    facts: facts(),
    oracle_enhanced: z.boolean().describe('The prose of its documents was edited'),
    warning: scaffoldWarning(),
  })
  .meta({ id: 'CreatedFlow' })
export type CreatedFlow = z.output<typeof CreatedFlow>

const listed = () => ({
  id: flowId(),
  intention: z.string(),
  project_type: z.string(),
  status: z.literal('completed'),
  created_at: z.iso.datetime(),
})

export const FlowPage = z
  .object({ flows: z.array(z.object(listed()).meta({ id: 'ListedFlow' })), next_cursor: z.string().nullable() })
  .meta({ id: 'FlowPage' })

const FlowFile = z.object({ path: z.string(), content: z.string(), role: FileRole }).meta({ id: 'FlowFile' })

/** A flow (spec platform-api 2.8). */
export const Flow = z
  .object({
    ...listed(),
    seed: z.int().min(0).describe('The same seed and the same intention give the same files'),
    governance: z
      .object({ threat_model: z.string(), adr: z.string(), test_plan: z.string() })
      .describe('Documents as Markdown'),
    scaffold: z.object({ files: z.array(FlowFile) }),
    next_steps: z.array(z.string()),
    output: z.string().describe('Summary as Markdown'),
    oracle_enhanced: z.boolean().describe('Files show the prose that the oracle wrote'),
    oracle_summary: z.string().nullable(),
  })
  .meta({ id: 'Flow' })

export const OracleResult = z
  .object({
    enhanced: z.literal(true),
    files: z
      .array(FlowFile)
      .describe('Documents whose prose was edited, as they are now; all other files are as they were'),
    summary: z.string(),
    method: z.enum(['rules', 'model']).describe('Who edited: rules where no language model is configured'),
    model: z.string().optional().describe('The language model'),
    model_outcome: z
      .enum(['late', 'failed', 'unusable'])
      .optional()
      .describe('Why a document is as it was although a model was asked; `summary` says which'),
    receipt: z
      .object({ hash: z.string(), verifyUrl: z.string() })
      .describe('Receipt over the files with the edited ones among them'),
    kept_until: z.iso.datetime().describe('Then the flow is as it was made'),
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
