import type { Bar } from '@signet/ui/bars'
import type { RoleMemory } from '../api/consultations.ts'
import { capitalized } from '../session/capitalized.ts'

/** Maximum entropy of six elements: each is drawn equally often. */
const DIVERSITY_MAX = Math.log2(6)

export const elementBars = ({ entropy }: Pick<RoleMemory, 'entropy'>): readonly Bar[] =>
  Object.entries(entropy.elementCounts).map(([name, value]) => ({ name: capitalized(name), value }))

const percent = (share: number): string => `${Math.round(share * 100)} %`

const MANY_SIDED: readonly (readonly [above: number, words: string])[] = [
  [0.8, 'broad'],
  [0.5, 'moderate'],
  [0, 'narrow'],
]

export const entropyFacts = ({
  entropy: { totalCards, shannonDiversity, depletionRatio, transCapacity },
  exists,
}: Pick<RoleMemory, 'entropy' | 'exists'>): readonly (readonly [name: string, text: string])[] => {
  const [, words = ''] = MANY_SIDED.find(([above]) => shannonDiversity / DIVERSITY_MAX >= above) ?? []
  const diversity = `${shannonDiversity.toFixed(2)} of ${DIVERSITY_MAX.toFixed(2)} bits`
  return [
    ['Cards in the deck', totalCards.toLocaleString('en')],
    ['Diversity', exists ? `${diversity}: ${words}` : diversity],
    ['Drawn since the last shuffle', percent(depletionRatio)],
    ['Cards that can change an answer', percent(transCapacity)],
  ]
}
