import type { Entity } from '@signet/contracts'
import { authorizer, type Implementation, invalidTransition, refusal, webHandler } from '@signet/contracts/http'
import { notes } from './note.ts'

interface Caller {
  readonly name: string
  readonly scopes: readonly string[]
}

const rows = new Map<string, Entity<typeof notes>>()
const existingNote = (id: string) => {
  const note = rows.get(id)
  if (note === undefined) throw refusal('not_found', `The note ${id} does not exist`)
  return note
}

export const implementation: Implementation<typeof notes, Caller> = {
  create: ({ body }) => {
    const note = { id: `n${rows.size + 1}`, state: 'draft' as const, text: body.text }
    rows.set(note.id, note)
    return note
  },
  get: ({ params }) => existingNote(params.id),
  list: () => ({ items: [...rows.values()], next_cursor: null }),
  send: ({ params }) => {
    const note = existingNote(params.id)
    if (note.state !== 'draft') return invalidTransition(notes, 'send', note.state)
    const sent = { ...note, state: 'sent' as const }
    rows.set(note.id, sent)
    return sent
  },
}

export const authorize = authorizer<Caller>({
  authenticate: ({ headers }) => {
    const authorization = headers.get('authorization')
    if (authorization === null) return undefined
    if (authorization !== 'Bearer key-1') throw refusal('unauthenticated', 'The credential is unknown')
    return { name: 'ada', scopes: ['send'] }
  },
  hasScope: ({ scopes }, scope) => scopes.includes(scope),
})

export const serve = webHandler(notes, implementation, { authorize })
