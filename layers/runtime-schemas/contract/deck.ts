import * as z from 'zod'

export const DeckSlug = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be 2 to 40 of a-z, 0-9 and -, beginning with a letter')
  .describe('Name of a deck')

export const DeckVersion = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){0,2}$/, 'must be a version such as 1.2.0, or a prefix of one')

const FactName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const Line = (most: number) => z.string().min(1).max(most)

const Semver = z.string().regex(/^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/)

const CardCheck = z.object({
  test: Line(300),
  level: z.enum(['unit', 'integration', 'e2e', 'review', 'metric']),
  detector: z.string().max(40).optional().describe('Name of the rubric detector that runs the test'),
  params: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).optional(),
})

const Card = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    title: Line(80),
    element: z.enum(['people', 'process', 'technology', 'data', 'money', 'risk']),
    severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
    stride: z.enum(['S', 'T', 'R', 'I', 'D', 'E']).optional(),
    phase: z.enum(['design', 'build', 'launch', 'run', 'retire']).optional(),
    tags: z.array(Line(40)).max(8).optional(),
    tells: z.array(Line(40)).max(16).describe("Words in the user's plan that suggest the card"),
    when: Line(400).optional().describe('Condition on traits and the questions of the deck; always true if absent'),
    must: z.boolean().optional().describe('Whether the card is always included if its condition is true'),
    base: z.int().min(1).max(8).optional().describe('Weight; 4 by default'),
    question: Line(200),
    why: Line(400),
    advice: z
      .array(z.object({ do: Line(300), owner: Line(60), done_when: Line(200) }))
      .min(1)
      .max(4),
    check: CardCheck,
    evidence: z.array(Line(200)).min(1).max(3),
    not_when: Line(200),
    refs: z.array(z.object({ id: Line(80), url: Line(400).optional() })).max(8),
    facts: z.record(FactName, z.union([Line(200), z.number(), z.boolean()])).optional(),
  })
  .meta({ id: 'Card' })

/** The shape of a deck. `deckSchema` of the engine also checks its conditions, lines and names. */
export const DeckShape = z
  .object({
    name: DeckSlug,
    version: Semver,
    title: Line(80),
    description: Line(400),
    license: z
      .string()
      .regex(/^[A-Za-z0-9.+-]{1,60}$/)
      .describe('License as an SPDX identifier'),
    asks: z
      .array(
        z.object({
          name: FactName,
          question: Line(200),
          type: z.enum(['yes/no', 'number', 'text', 'one of', 'any of']),
          options: z
            .array(z.union([Line(40), z.number()]))
            .min(1)
            .max(24)
            .optional(),
        }),
      )
      .max(40),
    cards: z.array(Card).min(1).max(200),
    changes: z.array(z.object({ version: Semver, text: Line(300) })).max(100),
  })
  .meta({ id: 'Deck' })
