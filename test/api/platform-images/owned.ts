import { randomUUID } from 'node:crypto'
import { generateAs } from '../../support/images.ts'
import type { OwnedThings } from '../../support/owned.ts'

const prompt = `not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: { '/api/images/{id}': async ({ person }) => ({ id: (await generateAs(person, { prompt })).body.id }) },
  texts: async () => ({ prompt }),
}
