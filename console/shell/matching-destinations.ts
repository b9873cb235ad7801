import type { Destination } from './data-destinations.ts'

const RESULTS_MAX = 12

export const findDestinations = (all: readonly Destination[], query: string): readonly Destination[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = ({ label, kind }: Destination): boolean => {
    const text = `${label} ${kind}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const first = words[0] ?? ''
  const rank = ({ label }: Destination): number => (label.toLowerCase().startsWith(first) ? 0 : 1)
  return all
    .filter(matches)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, RESULTS_MAX)
}
