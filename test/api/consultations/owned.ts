import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { consultAs } from './consultations-world.ts'

const intention = `A shop that is not yours ${randomUUID()}`

export const owned: OwnedThings = {
  texts: async ({ person }) => {
    const { body } = await consultAs(person, { intention })
    return { intention, hash: body.hash }
  },
  choices: { role: 'cto' },
}
