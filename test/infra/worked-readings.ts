import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadShelf, type Reading, runReading, spreadOfName } from '@signet/readings'
import * as z from 'zod'
import { ROOT } from '../support/source-files.ts'

const FactValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/**
 * A project as described by its team. The author of its concerns had not seen a card. `card` is the card that names a
 * concern, as judged by a third person; it is absent if none does.
 */
const WorkedReading = z.strictObject({
  slug: z.string(),
  title: z.string(),
  spread: z.string(),
  /** Pinned seed: every change of a card's words changes the derived seed or the draw. */
  seed: z.int().min(0),
  intention: z.string(),
  state: z.record(z.string(), FactValue),
  concerns: z.array(z.strictObject({ text: z.string(), card: z.string().optional() })).length(5),
  changes: z.array(z.strictObject({ card: z.string(), why: z.string() })).length(3),
})
export type WorkedReading = z.infer<typeof WorkedReading>

export const workedReadings = (): readonly WorkedReading[] =>
  z.array(WorkedReading).parse(JSON.parse(readFileSync(join(ROOT, 'test/fixtures/readings/worked.json'), 'utf8')))

/** Runs the reading of a project. */
export const readingOf = async ({ spread, intention, state, seed }: WorkedReading): Promise<Reading> => {
  const { script = '', ...spreadProps } = spreadOfName(spread) ?? {}
  const outcome = runReading(
    { script, spread: spreadProps as Reading['spread'], intention, state, seed },
    await loadShelf(script),
  )
  if (!outcome.ok) throw new Error(`${spread}: ${JSON.stringify(outcome.refusal)}`)
  return outcome.reading
}

const titleOf = ({ cards }: Reading, id: string): string => cards.find((card) => card.id === id)?.title ?? id

/** Returns the page of a project: inputs, concerns of an expert, and the whole output. */
export const workedPage = (worked: WorkedReading, reading: Reading): string => `# ${worked.title}

Generated from \`test/fixtures/readings/worked.json\`; do not edit. After a change of this file or of a deck, run \`npm run pages\`.

Spread: \`${worked.spread}\`. Description by the team:

> ${worked.intention}

Facts supplied by the team:

\`\`\`json
${JSON.stringify(worked.state, null, 2)}
\`\`\`

## Concerns of an expert

The author had not seen a card.

${worked.concerns
  .map(
    ({ text, card }, index) =>
      `${index + 1}. ${text} ${card === undefined ? '**Not named by a card.**' : `Card: ${titleOf(reading, card)}.`}`,
  )
  .join('\n')}

## Decisive cards for this team

${worked.changes.map(({ card, why }) => `- **${titleOf(reading, card)}** ${why}`).join('\n')}

## Reading

${reading.output
  .trim()
  .split('\n')
  .map((line) => (line.startsWith('#') ? `##${line}` : line))
  .join('\n')}
`

/** Returns the page docs/runtime/worked.md. */
export const workedIndex = (all: readonly WorkedReading[]): string => `# Worked readings

Generated from \`test/fixtures/readings/worked.json\`; do not edit. After a change of this file or of a deck, run \`npm run pages\`.

A reader who did not know the decks chose twelve projects, one per spread. Each page contains the inputs, five concerns that an expert wrote first, the three decisive cards, and the whole output.

| Project | Spread | Concerns named |
|---|---|---|
${all
  .map(
    ({ slug, title, spread, concerns }) =>
      `| [${title}](worked/${slug}.md) | \`${spread}\` | ${concerns.filter(({ card }) => card !== undefined).length} of 5 |`,
  )
  .join('\n')}
`
