import { writeFileSync } from 'node:fs'
import { chatGptExport, type Talk } from './archive-talk.ts'

/** A small export of a person who plans a voyage, for the tutorial: `node test/support/sample-export.ts [FILE]`. */
const TALKS: readonly Talk[] = [
  {
    id: 'voyage-plan',
    title: 'A voyage to Gotland',
    at: '2026-03-02T18:20:00.000Z',
    model: 'gpt-5',
    said: [
      'When should we sail from Nynäshamn to Visby?',
      'The crossing takes about eleven hours with a fair wind. We decided to leave on 12 June 2026 at four in the morning.',
      'What does the plan depend on?',
      'The plan depends on a westerly wind below eight metres a second, and the rigging must be checked before we leave.',
      'What could go wrong?',
      'Fog is the main risk in June, because the shipping lane north of Gotland is busy.',
    ],
  },
  {
    id: 'voyage-crew',
    title: 'Who sails the Aurora',
    at: '2026-04-11T07:05:00.000Z',
    said: [
      'How many people can sail the Aurora?',
      // A regenerated answer: the second one is on the active branch.
      { text: 'I think that six people fit.', role: 'assistant', after: 0 },
      {
        text: 'The Aurora is a ketch of eleven metres. Captain Lind sails the Aurora with four sailors, and Marta Olsen navigates.',
        role: 'assistant',
        after: 0,
      },
      { text: 'What is a ketch?', role: 'user' },
      { text: 'A ketch is a sailing boat with two masts, the aft one in front of the rudder.', role: 'assistant' },
    ],
  },
  {
    id: 'voyage-late',
    title: 'A later start',
    at: '2026-05-20T20:40:00.000Z',
    said: [
      'Can we still leave on 12 June 2026?',
      'No, the new sails come late. We decided to leave on 19 June 2026 at four in the morning.',
      'Who informs the harbour of Visby?',
    ],
  },
]

const [, , file = 'sample-export.json'] = process.argv
writeFileSync(file, chatGptExport(...TALKS))
console.log(`${file}: ${TALKS.length} conversations`)
