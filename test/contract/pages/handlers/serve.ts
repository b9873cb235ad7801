import type { Entity } from '@signet/contracts'
import { authorizer, type Implementation, invalidTransition, refusal, webHandler } from '@signet/contracts/http'
import { notes } from './note.ts'

interface Caller {
  readonly name: string
  readonly scopes: readonly string[]
}

const rows = new Map<string, Entity<typeof notes>>()
const found = (id: string) => {
  const note = rows.get(id)
  if (note === undefined) throw refusal('not_found', `There is no note ${id}`)
  return note
}

export const implementation: Implementation<typeof notes, Caller> = {
  create: ({ body }) => {
    const note = { id: `n${rows.size + 1}`, state: 'draft' as const, text: body.text }
    rows.set(note.id, note)
    return note
  },
  get: ({ params }) => found(params.id),
  list: () => ({ items: [...rows.values()], next_cursor: null }),
  send: ({ params }) => {
    const note = found(params.id)
    if (note.state !== 'draft') return invalidTransition(notes, 'send', note.state)
    const sent = { ...note, state: 'sent' as const }
    rows.set(note.id, sent)
    return sent
  },
}

export const authorize = authorizer<Caller>({
  authenticate: ({ headers }) => {
    const sent = headers.get('authorization')
    if (sent === null) return undefined
    if (sent !== 'Bearer key-1') throw refusal('unauthenticated', 'The credential is not known')
    return { name: 'ada', scopes: ['send'] }
  },
  hasScope: ({ scopes }, scope) => scopes.includes(scope),
})

export const serve = webHandler(notes, implementation, { authorize })
