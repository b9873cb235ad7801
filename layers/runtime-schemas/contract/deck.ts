import * as z from 'zod'

export const DeckSlug = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be 2 to 40 characters of a-z, 0-9 and -, starting with a letter')
  .describe('Name of the deck')

export const DeckVersion = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){0,2}$/, 'must be a version such as 1.2.0, or a prefix of one')

const FactName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const line = (maxLength: number) => z.string().min(1).max(maxLength)

const Semver = z.string().regex(/^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/)

const CardCheck = z.object({
  test: line(300),
  level: z.enum(['unit', 'integration', 'e2e', 'review', 'metric']),
  detector: z
    .string()
    .max(40)
    .optional()
    .describe(
      'Name of the built-in text check that runs the test, such as `sources` or `owner`. If the name is invalid, the error lists the valid names.',
    ),
  params: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).optional(),
})

const Card = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    title: line(80),
    element: z.enum(['people', 'process', 'technology', 'data', 'money', 'risk']),
    severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
    stride: z.enum(['S', 'T', 'R', 'I', 'D', 'E']).optional(),
    phase: z.enum(['design', 'build', 'launch', 'run', 'retire']).optional(),
    tags: z.array(line(40)).max(8).optional(),
    tells: z.array(line(40)).max(16).describe('Words in an intention that suggest the card'),
    when: line(400)
      .optional()
      .describe(
        "Condition under which the card applies. It can refer to traits of the project and to answers to the deck's questions. If absent, the card always applies.",
      ),
    must: z.boolean().optional().describe('Whether the card is always included if its condition is true'),
    base: z.int().min(1).max(8).optional().describe('Weight of the card when cards are drawn; 4 by default'),
    question: line(200),
    why: line(400),
    advice: z
      .array(z.object({ do: line(300), owner: line(60), done_when: line(200) }))
      .min(1)
      .max(4),
    check: CardCheck,
    evidence: z.array(line(200)).min(1).max(3),
    not_when: line(200),
    refs: z.array(z.object({ id: line(80), url: line(400).optional() })).max(8),
    facts: z.record(FactName, z.union([line(200), z.number(), z.boolean()])).optional(),
  })
  .meta({ id: 'Card' })

/** The shape of a deck. The engine's `deckSchema` also checks conditions, lines and unique names. */
export const DeckShape = z
  .object({
    name: DeckSlug,
    version: Semver,
    title: line(80),
    description: line(400),
    license: z
      .string()
      .regex(/^[A-Za-z0-9.+-]{1,60}$/)
      .describe('License as an SPDX identifier'),
    asks: z
      .array(
        z.object({
          name: FactName,
          question: line(200),
          type: z.enum(['yes/no', 'number', 'text', 'one of', 'any of']),
          options: z
            .array(z.union([line(40), z.number()]))
            .min(1)
            .max(24)
            .optional(),
        }),
      )
      .max(40),
    cards: z.array(Card).min(1).max(200),
    changes: z.array(z.object({ version: Semver, text: line(300) })).max(100),
  })
  .meta({ id: 'Deck' })
