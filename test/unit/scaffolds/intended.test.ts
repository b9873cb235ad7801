import { PATTERNS } from '@signet/readings/classify'
import { intended, PATTERN_IDS, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'

describe('an intention', () => {
  it.each([
    ['Receive Stripe webhooks and mark the orders as paid', ['order']],
    ['A CLI that renames 300 photos in a folder', ['photo', 'folder']],
    ['Keep the suppliers of a museum and their contracts', ['supplier', 'museum', 'contract']],
    ['Something nice', []],
  ])('%s: is about %s', (intention, entities) => {
    expect(intended({ intention }).entities).toEqual(entities)
  })

  it('leans to what the kind of project says, and is overruled by who knows better', () => {
    const intention = 'Show our opening hours'
    expect(intended({ intention, projectType: 'cli' }).classification.vocab_score).toBeGreaterThanOrEqual(3)
    expect(intended({ intention, projectType: 'constructor' })).toEqual(intended({ intention }))
    const chosen = intended({ intention, pattern: 'workflow', traits: { exposure: 'partner' } })
    expect([chosen.pattern, chosen.traits.exposure]).toEqual(['workflow', 'partner'])
  })

  it('becomes a scaffold whatever it says: every way to ask for every pattern', () => {
    expect(PATTERNS.map(({ id }) => id)).toEqual([...PATTERN_IDS])
    for (const { phrasings } of PATTERNS)
      for (const intention of phrasings) {
        const { pattern, traits, entities } = intended({ intention })
        expect(scaffold({ intention, pattern, traits, entities, seed: 1 }).files.length).toBeGreaterThan(10)
      }
  })
})
