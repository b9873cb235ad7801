import { randomUUID } from 'node:crypto'
import { drawAs } from '../../support/images.ts'
import type { OwnedThings } from '../../support/owned.ts'

const prompt = `not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: { '/api/images/{id}': async ({ person }) => ({ id: (await drawAs(person, { prompt })).body.id }) },
  texts: async () => ({ prompt }),
}
