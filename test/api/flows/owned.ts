import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { ABSENT, createAs } from './flows-world.ts'

const intention = `Keep orders that are not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: { '/api/flows/{id}': async ({ person }) => ({ id: (await createAs(person, { intention })).body.id }) },
  absent: { '/api/flows/{id}': { id: ABSENT } },
  texts: async () => ({ intention }),
  byValue: { 'listFlows cursor': 'it names a place in a list, which is that of the caller' },
}
