import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { classifyIntention } from './classification.ts'
import { deckRows } from './deck-rows.ts'
import { getDeck, putDeck } from './decks.ts'
import { getRuntimeHealth } from './health.ts'
import { readingRows } from './reading-rows.ts'
import { listSpreads, runReading } from './readings.ts'

export const runtimeService = defineService({
  name: 'runtime',
  api: 'runtime',
  title: 'Signet runtime',
  description: 'Readings that anybody can replay: spreads, decks, classification, grading.',
  tags: {
    readings: 'Spreads and scripts',
    classification: 'What an intention is',
    decks: 'Decks of the organisation',
    service: 'Health',
  },
  scopes: {
    'runtime:read': { holder: 'organisation', description: 'Run readings, classify, grade, and read what was kept' },
    'runtime:run': {
      holder: 'organisation',
      description: 'Make scaffolds and ask roles at the runtime itself, on a paid plan',
    },
    'decks:write': { holder: 'organisation', description: 'Register decks' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'readings, their memory, decks and counts' },
  exports: { takes: 'readings with their inputs, memory and decks' },
  contracts: [
    {
      name: 'runtime-readings',
      version: '1.0.0',
      description: 'Readings and classification (spec supporting-services 2.1 and 4.1).',
      endpoints: [runReading, listSpreads, classifyIntention],
    },
    {
      name: 'runtime-decks',
      version: '1.0.0',
      description: 'Decks of an organisation.',
      endpoints: [putDeck, getDeck],
    },
    { name: 'runtime-service', version: '1.0.0', description: 'Health.', endpoints: [getRuntimeHealth] },
  ],
  rows: [...deckRows, ...readingRows],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly runtime: typeof runtimeService
  }
}
