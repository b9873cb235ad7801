import type { GrimoireEntry } from '../readings/inscribe.ts'

const scoreOf = (thousandths: number): number => thousandths / 1_000

export const entryView = ({
  hash,
  kind,
  spread,
  role,
  intention,
  at,
  seed,
  cards,
  questions,
  project_type,
  score,
}: GrimoireEntry) => ({
  hash,
  kind,
  spread,
  intention,
  at,
  seed,
  questions,
  cards: cards.map(({ id }) => id),
  ...(role !== undefined && { role }),
  ...(project_type !== undefined && { project_type }),
  ...(score !== undefined && { score: scoreOf(score) }),
})
