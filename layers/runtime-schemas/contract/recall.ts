import { Facts } from '@signet/readings/consult-schemas'
import * as z from 'zod'
import { QuerentId } from './querent-id.ts'

export const Entry = z
  .object({
    hash: z.string(),
    kind: z.string(),
    spread: z.string(),
    role: z.string().optional(),
    intention: z.string(),
    at: z.iso.datetime(),
    seed: z.int(),
    cards: z.array(z.string()),
    questions: z.int().describe('Number of questions that are still open'),
    project_type: z
      .string()
      .optional()
      .describe('Kind of project; present only if the result is a scaffold (a generated project)'),
    score: z.number().optional().describe('Score, from 0 to 1; present only if the result is a grade (a scored text)'),
  })
  .meta({ id: 'GrimoireEntry' })

export const page = () => ({
  limit: z.int().min(1).max(100).default(20).describe('Results per page'),
  cursor: z.string().max(500).optional().describe('`next_cursor` of the previous page'),
})

const Contradiction = z
  .object({ fact: z.string(), values: z.array(z.unknown()), hashes: z.array(z.string()) })
  .meta({ id: 'Contradiction' })

export const RecallInput = z
  .strictObject({
    querent: QuerentId.optional().describe('ID of the querent to search'),
    querents: z
      .array(QuerentId)
      .min(1)
      .max(10)
      .optional()
      .describe('IDs of the querents to search; by default, all IDs in `X-Querent-Ids`'),
    where: z.string().min(1).max(1_000).optional().describe('Condition, such as `kind = reading`'),
    text: z.string().min(1).max(1_000).optional().describe('Words to search for in intentions and card titles'),
    ...page(),
    explain: z.boolean().default(false).describe('Whether to explain each match in `why`'),
  })
  .meta({ id: 'RecallInput' })

export const Recalled = z
  .object({
    matches: z.array(
      z.object({ reading: Entry.extend({ querent: z.string(), facts: Facts }), why: z.array(z.string()) }),
    ),
    summary: z.object({
      by_card: z.record(z.string(), z.int()).describe('Number of matching results by card ID'),
      by_fact: z
        .record(z.string(), z.array(z.object({ value: z.unknown(), at: z.string(), hash: z.string() })))
        .describe('Values of each fact in the matching results, oldest first'),
      contradictions: z.array(Contradiction).describe('Facts that have different values in different readings'),
    }),
    scanned: z.int().describe('Number of results that were searched'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RecallResult' })
