import type { Deck } from './card.ts'

interface BuiltInDeck {
  readonly name: string
  readonly version: string
  readonly load: () => Promise<{ readonly default: unknown }>
}

/** All released versions of built-in decks, the newest of each deck first. A file is loaded on first use. */
export const BUILT_IN_DECKS: readonly BuiltInDeck[] = [
  { name: 'architect', version: '1.0.0', load: () => import('../../decks/architect.json', { with: { type: 'json' } }) },
  { name: 'cfo', version: '1.0.0', load: () => import('../../decks/cfo.json', { with: { type: 'json' } }) },
  { name: 'ciso', version: '1.0.0', load: () => import('../../decks/ciso.json', { with: { type: 'json' } }) },
  { name: 'cmo', version: '1.0.0', load: () => import('../../decks/cmo.json', { with: { type: 'json' } }) },
  { name: 'cpo', version: '1.0.0', load: () => import('../../decks/cpo.json', { with: { type: 'json' } }) },
  { name: 'cto', version: '1.0.0', load: () => import('../../decks/cto.json', { with: { type: 'json' } }) },
  {
    name: 'llm-agents',
    version: '1.0.0',
    load: () => import('../../decks/llm-agents.json', { with: { type: 'json' } }),
  },
  { name: 'mara', version: '1.0.0', load: () => import('../../decks/mara.json', { with: { type: 'json' } }) },
  { name: 'patterns', version: '1.0.0', load: () => import('../../decks/patterns.json', { with: { type: 'json' } }) },
  {
    name: 'privacy-core',
    version: '1.0.0',
    load: () => import('../../decks/privacy-core.json', { with: { type: 'json' } }),
  },
  {
    name: 'resilience',
    version: '1.0.0',
    load: () => import('../../decks/resilience.json', { with: { type: 'json' } }),
  },
  {
    name: 'rubric-core',
    version: '1.0.0',
    load: () => import('../../decks/rubric-core.json', { with: { type: 'json' } }),
  },
  { name: 'sera', version: '1.0.0', load: () => import('../../decks/sera.json', { with: { type: 'json' } }) },
  {
    name: 'stride-core',
    version: '1.0.0',
    load: () => import('../../decks/stride-core.json', { with: { type: 'json' } }),
  },
]

const versionParts = (version: string): readonly string[] => version.split('.')

export const hasVersionPrefix = (version: string, prefix: string | undefined): boolean => {
  if (prefix === undefined) return true
  const parts = versionParts(version)
  return versionParts(prefix).every((part, at) => part === parts[at])
}

/**
 * Returns the newest built-in deck with this name and version prefix, or undefined. Returns the same object each time,
 * so that its index is computed once.
 */
export const loadDeck = async (name: string, version?: string): Promise<Deck | undefined> => {
  const entry = BUILT_IN_DECKS.find((deck) => deck.name === name && hasVersionPrefix(deck.version, version))
  return entry === undefined ? undefined : ((await entry.load()).default as Deck)
}
