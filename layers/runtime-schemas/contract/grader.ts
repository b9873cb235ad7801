import type { DeepReadonly } from '@signet/contracts'
import { wellFormedText } from '@signet/contracts'
import { ReceiptRef } from '@signet/readings/consult-schemas'
import { seedSchema } from '@signet/readings/schemas'
import * as z from 'zod'
import { DeckSlug, DeckVersion } from './deck.ts'

const CONTENT_CHARACTERS = 128 * 1024

const name = () => z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)

/** A request for a grade (spec supporting-services 2.1). */
export const GraderInput = z
  .strictObject({
    graderName: name().describe('Your name for the grader'),
    graderVersion: z.string().max(40).describe('Version of the grading formulas'),
    case: z.strictObject({
      id: name(),
      description: wellFormedText(2_000),
      intent: wellFormedText(2_000).describe('Task or request that the text answers'),
      artifact: z.strictObject({
        id: name(),
        kind: z
          .string()
          .max(40)
          .describe(
            'Kind of text, such as `adr`, `threat_model`, `test_plan` or `runbook`. An unknown kind is graded as a plan.',
          ),
        content: wellFormedText(CONTENT_CHARACTERS),
        title: wellFormedText(200).optional(),
      }),
      rubricDeck: z.strictObject({ name: DeckSlug.describe('Name of the rubric'), version: DeckVersion.optional() }),
      spread: z.literal('eval-grader-cast').optional(),
      seed: seedSchema.optional().describe('Recorded with the grade; grading has no random part'),
      expectedMinimumScore: z.number().min(0).max(1).optional().describe('Minimum aggregate score for `passed`'),
    }),
  })
  .meta({ id: 'GraderRunInput' })

export type GraderBody = z.output<typeof GraderInput>

const Span = z.looseObject({}).describe('Position in the text')

const Dimension = z.enum(['TaskFit', 'Support', 'Actionability'])

/** A grade. Scores are numbers from 0 to 1 with three decimals. */
export const GraderReply = z
  .object({
    graderName: z.string(),
    graderVersion: z.string(),
    caseId: z.string(),
    scores: z.object({ TaskFit: z.number(), Support: z.number(), Actionability: z.number() }),
    aggregate: z.number().describe('Score of the text, 0 to 1'),
    passed: z
      .boolean()
      .nullable()
      .describe('Whether `aggregate` is at least `expectedMinimumScore`; null if the request has no minimum'),
    checks: z.array(
      z.object({
        id: z.string(),
        dimension: Dimension,
        value: z.number().describe('Result of the check, 0 to 1'),
        weight: z.number().describe('Weight of the check in its dimension, 0 to 1'),
        detail: z.string(),
        spans: z.array(Span),
      }),
    ),
    gaps: z
      .array(
        z.object({ id: z.string(), dimension: Dimension, loss: z.number(), fix: z.string(), span: Span.optional() }),
      )
      .describe(
        'Unmet criteria (gaps) by their effect on the score, highest first. Fixing the first gap improves the score most.',
      ),
    findings: z.array(
      z.object({
        id: z.string(),
        severity: z.enum(['info', 'low', 'medium', 'high']),
        text: z.string(),
        span: Span.optional(),
      }),
    ),
    rubric: z.object({ name: z.string(), version: z.string(), sha256: z.string() }),
    hash: z.string(),
    receipt: ReceiptRef,
  })
  .meta({ id: 'GraderReply' })
export type GraderReply = DeepReadonly<z.output<typeof GraderReply>>
