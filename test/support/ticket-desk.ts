import type { Entity } from '@signet/contracts'
import {
  type Authorize,
  authorizer,
  type Implementation,
  invalidTransition,
  type Refusal,
  refusal,
} from '@signet/contracts/http'
import { type deskEndpoints, tickets } from './ticket-contract.ts'

type Ticket = Entity<typeof tickets>

export interface Agent {
  readonly name: string
  readonly scopes: readonly string[]
}

const agents: Readonly<Record<string, Agent>> = {
  'key-ada': { name: 'ada', scopes: ['desk'] },
  'key-bob': { name: 'bob', scopes: [] },
}

/** Callers by their bearer token: ada has a session, the scope `desk` and the role of the lead; bob has none of them. */
export const deskAuthority: Authorize<Agent> = authorizer<Agent>({
  authenticate: ({ headers }) => {
    const authorization = headers.get('authorization')
    if (authorization === null) return undefined
    const agent = agents[authorization.replace('Bearer ', '')]
    if (agent === undefined) throw refusal('unauthenticated', 'The credential is unknown')
    return agent
  },
  isSession: ({ name }) => name === 'ada',
  hasScope: ({ scopes }, scope) => scopes.includes(scope),
  policies: {
    lead: (agent) => {
      if (agent?.name !== 'ada') throw refusal('forbidden', 'Only the lead may do this')
    },
  },
})

/** Tickets in memory. Their states follow the contract's own machine. */
export const ticketDesk = (): Implementation<typeof tickets, Agent> => {
  const rows = new Map<string, Ticket>()
  const createdIds = new Map<string, string>()
  const requireTicket = (id: string): Ticket => {
    const ticket = rows.get(id)
    if (ticket === undefined) throw refusal('not_found', `There is no ticket ${id}`)
    return ticket
  }
  const moveTicket = (
    id: string,
    operation: 'close' | 'reopen' | 'archive',
  ): Ticket | Refusal<'invalid_transition'> => {
    const ticket = requireTicket(id)
    const next = tickets.states.transitions[ticket.state]?.[operation]
    if (next === undefined) return invalidTransition(tickets, operation, ticket.state)
    const movedTicket = { ...ticket, state: next as Ticket['state'] }
    rows.set(id, movedTicket)
    return movedTicket
  }
  return {
    create: ({ body, headers }) => {
      const key = headers['idempotency-key']
      const existingId = key === undefined ? undefined : createdIds.get(key)
      if (existingId !== undefined) return { status: 200, body: requireTicket(existingId) }
      const id = `t${rows.size + 1}`
      const ticket: Ticket = { id, state: 'open', assignee: null, created_at: '2026-11-21T00:00:00Z', ...body }
      rows.set(id, ticket)
      if (key !== undefined) createdIds.set(key, id)
      return { status: 201, body: ticket, headers: { location: `/v1/tickets/${id}` } }
    },
    get: ({ params }) => requireTicket(params.id),
    list: ({ query: { label = [], limit, cursor = '0' } }) => {
      const start = Number(cursor)
      const all = [...rows.values()].filter(({ labels }) => label.every((each) => labels.includes(each)))
      const next = start + limit
      return { items: all.slice(start, next), next_cursor: next < all.length ? String(next) : null }
    },
    assign: ({ params, body }) => {
      const ticket = { ...requireTicket(params.id), assignee: body.assignee }
      rows.set(params.id, ticket)
      return ticket
    },
    close: ({ params }) => moveTicket(params.id, 'close'),
    reopen: ({ params }) => moveTicket(params.id, 'reopen'),
    archive: ({ params }) => moveTicket(params.id, 'archive'),
    delete: ({ params }) => {
      requireTicket(params.id)
      rows.delete(params.id)
    },
  }
}

/** Files in memory. */
export const fileDesk = (): Implementation<typeof deskEndpoints> => {
  const files = new Map<string, Uint8Array>()
  return {
    download_file: ({ params, headers }) => {
      const file = files.get(params.id)
      if (file === undefined) return refusal('not_found', `There is no file ${params.id}`)
      if (headers['if-none-match'] === '"1"') return { status: 304, body: undefined }
      const parts = async function* () {
        yield file
      }
      return { status: 200, body: parts(), headers: { etag: '"1"' } }
    },
    upload_file: ({ params, body }) => {
      files.set(params.id, body)
    },
    find_file: ({ query }) => ({ status: 302, body: undefined, headers: { location: `/v1/files/${query.name}` } }),
    copy_file: ({ params, body }) => ({ from: params.id, to: body.id }),
  }
}
