import type { Destination } from './own-destinations.ts'

const SHOWN_MAX = 12

export const matching = (all: readonly Destination[], query: string): readonly Destination[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, kind }: Destination): boolean => {
    const text = `${label} ${kind}`.toLowerCase()
    return words.every((each) => text.includes(each))
  }
  const first = words[0] ?? ''
  const rank = ({ label }: Destination): number => (label.toLowerCase().startsWith(first) ? 0 : 1)
  return all
    .filter(fits)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, SHOWN_MAX)
}
