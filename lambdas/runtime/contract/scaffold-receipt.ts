import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The receipt of a scaffold. Its subject is the list of files by path, digest and role. */
export const FLOW = receiptKind({
  kind: 'flow',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'scaffold',
  isDisclosable: true,
  claims: z.strictObject({
    intention: z.string(),
    pattern: z.string().describe('ID and version of the pattern'),
    templates_sha256: hash
      .optional()
      .describe('Version of the templates: SHA-256 of all templates; absent in older receipts'),
    worker_name: z.string(),
    target: z.string(),
    seed: z.int(),
    facts: z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.array(z.string())])),
    cards: z.array(z.string()),
    decks: z.array(z.strictObject({ alias: z.string(), name: z.string(), version: z.string(), sha256: hash })),
    files: z.int(),
    inputs: z.string().optional().describe('Inputs for a replay, as JSON'),
  }),
})
