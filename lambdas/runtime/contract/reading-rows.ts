import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const FactValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const entryFields = () => ({
  kind: z.string(),
  querent: z.string(),
  spread: z.string().describe('Name of the spread or of the grader'),
  role: z.string().optional(),
  pattern: z.string().optional(),
  project_type: z.string().optional(),
  intention: z.string(),
  at: z.string(),
  seed: z.int(),
  cards: z.array(z.object({ id: z.string(), title: z.string(), severity: z.string() })),
  questions: z.int(),
  score: z.int().optional().describe('Score of a grade, in thousandths'),
  facts: z.record(z.string(), FactValue).describe('Facts with short values'),
})

export const inscribedRow = rowKind({
  name: 'Stored result of an organization, by receipt',
  prefix: 'INSCRIBED#',
  keys: { pk: '<org>', sk: 'HASH#<hash>' },
  owner: 'organization',
  exported: { file: 'readings' },
  keep: 'permanent',
  schema: z.object({
    hash: z.string(),
    kind: z.string(),
    spread: z.string(),
    role: z.string().optional(),
    at: z.string(),
    namespaceId: z.string().describe('Namespace within the organization'),
    querent: z.string(),
    object: z.string().describe('Key of the object in the bucket'),
    request: z.string().describe('SHA-256 of the request'),
  }),
})

export const grimoireRow = rowKind({
  name: 'Stored result of a querent, by time',
  prefix: 'GRIMOIRE#',
  keys: { pk: '<org>/<namespaceId>', sk: '<at>#<hash>' },
  owner: 'organization',
  within: [inscribedRow],
  exported: { none: 'an index of the readings' },
  keep: 'permanent',
  schema: z.object({ hash: z.string(), ...entryFields() }),
})

export const readingRows = [grimoireRow, inscribedRow]
