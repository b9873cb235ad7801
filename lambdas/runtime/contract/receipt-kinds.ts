import { receiptKind } from '@signet/receipts'
import * as z from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const replay = z.strictObject({
  script_sha256: hash,
  decks: z.array(z.strictObject({ alias: z.string(), name: z.string(), version: z.string(), sha256: hash })),
  state_sha256: hash,
  memory_tick: z.int(),
  memory_sha256: hash,
})

/** Claims contain only integers; a fraction is stored as a string. */
const facts = z.record(z.string(), z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]))

const publicClaims = () => ({
  spread: z.string().describe('Name and version of the spread'),
  engine: z.string(),
  seed: z.int(),
  facts,
  cards: z.array(z.string()).describe('<alias>/<id>'),
  replay,
})

const READING_KIND = { kind: 'reading', version: '2', storedVersion: 2, subjectName: 'reading' } as const

/** A reading whose claims are private: the owner discloses intention and replay inputs with the opening. */
export const READING = receiptKind({
  ...READING_KIND,
  visibility: 'private',
  isDisclosable: true,
  claims: z.strictObject({
    ...publicClaims(),
    intention: z.string(),
    inputs: z.string().optional().describe('Inputs for a replay, as JSON'),
    prose_sha256: hash.optional(),
  }),
})

/** A reading whose receipt publishes its facts and card IDs, but not its intention. */
export const PUBLIC_READING = receiptKind({
  ...READING_KIND,
  visibility: 'public',
  claims: z.strictObject(publicClaims()),
})

/** A grade. Scores are thousandths. */
export const GRADER_RUN = receiptKind({
  kind: 'grader.run',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'grade',
  isDisclosable: true,
  claims: z.strictObject({
    grader: z.string().describe('Name and version of the grader'),
    case: z.string(),
    rubric: z.strictObject({ name: z.string(), version: z.string(), sha256: hash }),
    artifact_sha256: hash,
    intent: z.string(),
    scores: z.strictObject({ TaskFit: z.int(), Support: z.int(), Actionability: z.int() }),
    aggregate: z.int(),
  }),
})

export const AGENT_RUN = receiptKind({
  kind: 'agent.run',
  version: '2',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'advisory',
  isDisclosable: true,
  claims: z.strictObject({
    role: z.string(),
    ...publicClaims(),
    intention: z.string(),
    inputs: z.string().optional().describe('Inputs for a replay, as JSON'),
    bound_from: hash.optional().describe('Hash of the cto run that the facts come from'),
    prose_sha256: hash.optional(),
  }),
})
