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
    questions: z.int(),
    project_type: z.string().optional().describe('Project type of a scaffold'),
    score: z.number().optional(),
  })
  .meta({ id: 'GrimoireEntry' })

export const page = () => ({
  limit: z.int().min(1).max(100).default(20).describe('Readings per page'),
  cursor: z.string().max(500).optional().describe('next_cursor of the previous page'),
})

const Contradiction = z
  .object({ fact: z.string(), values: z.array(z.unknown()), hashes: z.array(z.string()) })
  .meta({ id: 'Contradiction' })

export const RecallInput = z
  .strictObject({
    querent: QuerentId.optional(),
    querents: z.array(QuerentId).min(1).max(10).optional(),
    where: z.string().min(1).max(1_000).optional(),
    text: z.string().min(1).max(1_000).optional(),
    ...page(),
    explain: z.boolean().default(false).describe('Whether to explain each match'),
  })
  .meta({ id: 'RecallInput' })

export const Recalled = z
  .object({
    matches: z.array(
      z.object({ reading: Entry.extend({ querent: z.string(), facts: Facts }), why: z.array(z.string()) }),
    ),
    summary: z.object({
      by_card: z.record(z.string(), z.int()).describe('Number of readings per card'),
      by_fact: z.record(z.string(), z.array(z.object({ value: z.unknown(), at: z.string(), hash: z.string() }))),
      contradictions: z.array(Contradiction),
    }),
    scanned: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'RecallResult' })
