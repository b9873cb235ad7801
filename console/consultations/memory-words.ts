import type { Bar } from '@signet/ui/bars'
import type { RoleMemory } from '../api/consultations.ts'
import { capitalize } from '../session/capitalize.ts'

/** Shannon entropy in bits if all six elements of the cards are drawn equally often. */
const DIVERSITY_MAX = Math.log2(6)

export const elementBars = ({ entropy }: Pick<RoleMemory, 'entropy'>): readonly Bar[] =>
  Object.entries(entropy.elementCounts).map(([name, value]) => ({ name: capitalize(name), value }))

const percent = (share: number): string => `${Math.round(share * 100)}%`

const DIVERSITY_LEVELS: readonly (readonly [minimum: number, level: string])[] = [
  [0.8, 'broad'],
  [0.5, 'moderate'],
  [0, 'narrow'],
]

export const entropyFacts = ({
  entropy: { totalCards, shannonDiversity, depletionRatio, transCapacity },
  exists,
}: Pick<RoleMemory, 'entropy' | 'exists'>): readonly (readonly [name: string, text: string])[] => {
  const [, level = ''] = DIVERSITY_LEVELS.find(([minimum]) => shannonDiversity / DIVERSITY_MAX >= minimum) ?? []
  const diversity = `${shannonDiversity.toFixed(2)} of ${DIVERSITY_MAX.toFixed(2)} bits`
  return [
    ['Cards in the deck', totalCards.toLocaleString('en')],
    ['Diversity', exists ? `${diversity}: ${level}` : diversity],
    ['Cards drawn since the last shuffle', percent(depletionRatio)],
    ['Cards that can still be drawn', percent(transCapacity)],
  ]
}
