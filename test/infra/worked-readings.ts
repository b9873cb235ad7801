import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadShelf, type Reading, runReading, spreadOfName } from '@signet/readings'
import * as z from 'zod'
import { ROOT } from '../support/source-files.ts'

const FactValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/**
 * A project as a team told it. Its concerns were written down before anybody who wrote them had seen a card; `card` is the one
 * that names a concern, as a third person judged, and is absent where none does.
 */
const WorkedReading = z.strictObject({
  slug: z.string(),
  title: z.string(),
  spread: z.string(),
  /** What it was when the reading was judged: without it, another word on a card would be another draw. */
  seed: z.int().min(0),
  intention: z.string(),
  state: z.record(z.string(), FactValue),
  concerns: z.array(z.strictObject({ text: z.string(), card: z.string().optional() })).length(5),
  changes: z.array(z.strictObject({ card: z.string(), why: z.string() })).length(3),
})
export type WorkedReading = z.infer<typeof WorkedReading>

export const workedReadings = (): readonly WorkedReading[] =>
  z.array(WorkedReading).parse(JSON.parse(readFileSync(join(ROOT, 'test/fixtures/readings/worked.json'), 'utf8')))

/** The reading of a project: the same bytes each time. */
export const readingOf = async ({ spread, intention, state, seed }: WorkedReading): Promise<Reading> => {
  const { script = '', ...name } = spreadOfName(spread) ?? {}
  const outcome = runReading(
    { script, spread: name as Reading['spread'], intention, state, seed },
    await loadShelf(script),
  )
  if (!outcome.ok) throw new Error(`${spread}: ${JSON.stringify(outcome.refusal)}`)
  return outcome.reading
}

const titleOf = ({ cards }: Reading, id: string): string => cards.find((card) => card.id === id)?.title ?? id

/** The page of a project: what was asked, what an expert looked for, and the whole output. */
export const workedPage = (worked: WorkedReading, reading: Reading): string => `# ${worked.title}

Generated from \`test/fixtures/readings/worked.json\`; do not edit. After a change there or of a deck: \`npm run pages\`.

Spread: \`${worked.spread}\`. What the team wrote:

> ${worked.intention}

What it knew:

\`\`\`json
${JSON.stringify(worked.state, null, 2)}
\`\`\`

## What an expert looked for

Written before anybody who wrote it had seen a card.

${worked.concerns
  .map(
    ({ text, card }, at) =>
      `${at + 1}. ${text} ${card === undefined ? '**No card names it.**' : `Card: ${titleOf(reading, card)}.`}`,
  )
  .join('\n')}

## Three cards that change what this team does

${worked.changes.map(({ card, why }) => `- **${titleOf(reading, card)}** ${why}`).join('\n')}

## The reading

${reading.output
  .trim()
  .split('\n')
  .map((line) => (line.startsWith('#') ? `##${line}` : line))
  .join('\n')}
`

/** The page docs/runtime/worked.md. */
export const workedIndex = (all: readonly WorkedReading[]): string => `# Worked readings

Generated from \`test/fixtures/readings/worked.json\`; do not edit. After a change there or of a deck: \`npm run pages\`.

Twelve projects, one for each spread, chosen by a reader who did not know the decks. Each page has the inputs, the five concerns that an expert wrote down first, the three cards that change what the team does, and the whole output.

| Project | Spread | Concerns named |
|---|---|---|
${all
  .map(
    ({ slug, title, spread, concerns }) =>
      `| [${title}](worked/${slug}.md) | \`${spread}\` | ${concerns.filter(({ card }) => card !== undefined).length} of 5 |`,
  )
  .join('\n')}
`
