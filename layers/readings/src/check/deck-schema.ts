import * as z from 'zod'
import { ELEMENTS, LEVELS, PHASES, SEVERITIES, STRIDE } from '../decks/card.ts'
import { ASK_TYPES } from '../script/syntax.ts'
import { deckProblems } from './check-deck.ts'

/** One line of text. The schema does not trim, because the digest of a deck identifies its exact content. */
const line = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine(
      (text) => text.isWellFormed() && text === text.trim() && !/[\r\n]/.test(text),
      'must be one line of well-formed text without leading or trailing whitespace',
    )

const factName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)
const semver = z.string().regex(/^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/)

const adviceSchema = z.strictObject({ do: line(300), owner: line(60), done_when: line(200) })

const checkSchema = z.strictObject({
  test: line(300),
  level: z.enum(LEVELS),
  detector: z
    .enum([
      ...(['parts', 'coverage', 'clean', 'size', 'claims', 'sources', 'sober', 'actions'] as const),
      ...(['owner', 'due', 'measurable', 'sums', 'traces', 'count'] as const),
    ])
    .optional(),
  params: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).optional(),
})

const referenceSchema = z.strictObject({
  id: line(80),
  url: z
    .url({ protocol: /^https$/ })
    .max(400)
    .optional(),
})

/** A card. Unknown fields are rejected. */
export const cardSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  title: line(80),
  element: z.enum(ELEMENTS),
  severity: z.enum(SEVERITIES),
  stride: z.enum(STRIDE).optional(),
  phase: z.enum(PHASES).optional(),
  tags: z.array(line(40)).max(8).optional(),
  tells: z.array(line(40)).max(16),
  when: line(400).optional(),
  must: z.boolean().optional(),
  base: z.int().min(1).max(8).optional(),
  question: line(200).endsWith('?'),
  why: line(400),
  advice: z.array(adviceSchema).min(1).max(4),
  check: checkSchema,
  evidence: z.array(line(200)).min(1).max(3),
  not_when: line(200),
  refs: z.array(referenceSchema).max(8),
  facts: z.record(factName, z.union([line(200), z.number(), z.boolean()])).optional(),
})

const deckAskSchema = z
  .strictObject({
    name: factName,
    question: line(200),
    type: z.enum(ASK_TYPES),
    options: z
      .array(z.union([line(40), z.number()]))
      .min(1)
      .max(24)
      .optional(),
  })
  .refine(({ type, options }) => (type === 'one of' || type === 'any of') === (options !== undefined), {
    path: ['options'],
    message: 'are required for "one of" and "any of", and not allowed otherwise',
  })

export const deckSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/),
    version: semver,
    title: line(80),
    description: line(400),
    license: z.string().regex(/^[A-Za-z0-9.+-]{1,60}$/),
    asks: z.array(deckAskSchema).max(40),
    cards: z.array(cardSchema).min(1).max(200),
    changes: z.array(z.strictObject({ version: semver, text: line(300) })).max(100),
  })
  .superRefine((deck, context) => {
    for (const { path, message } of deckProblems(deck as Parameters<typeof deckProblems>[0]))
      context.addIssue({ code: 'custom', path: [...path], message })
  })
