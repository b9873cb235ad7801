/** Each line below an @ts-expect-error is one promise of the generated types. */

import { type Handlers, reply } from '@signet/contracts'
import { authorizer, invalidTransition, refusal } from '@signet/contracts/http'
import { tickets } from '../../support/ticket-contract.ts'
import {
  createTicketClient,
  isTicketError,
  type TicketClient,
  type TicketCreateResponse,
  type TicketGetOutput,
} from './clients/ticket/client.ts'
import { ticketWeb } from './clients/ticket/handlers.ts'

const api: TicketClient = createTicketClient({ baseUrl: 'x' })
export const made: Promise<'open' | 'closed' | 'archived'> = api.create({ title: 'x' }).then(({ state }) => state)
export const status = async (whole: Promise<TicketCreateResponse>): Promise<200 | 201> => (await whole).status
// @ts-expect-error a member that the operation does not take
void api.create({ title: 'x', color: 'red' })
// @ts-expect-error a member that is missing
void api.get({})
// @ts-expect-error an operation that does not exist
void api.burn({ id: 'x' })
export const listed = async () => {
  for await (const { id } of api.listAll({ limit: 2 })) return id satisfies string
  return ''
}

export const told = (error: unknown): string => {
  if (!isTicketError('close', error)) return 'other'
  switch (error.code) {
    case 'invalid_transition':
      return error.body.allowed.join(error.body.state)
    case 'invalid_input':
      return error.body.errors[0]?.field ?? ''
    case 'not_found':
      return String(error.status satisfies 404)
    case 'unauthenticated':
      return ''
    case 'internal':
      return error.body.request_id
    // @ts-expect-error a code that the operation does not declare
    case 'gone':
      return ''
    default:
      return error satisfies never
  }
}

export const whole = (all: Handlers<typeof tickets>) => ticketWeb(all)

const nobody = (): never => {
  throw refusal('not_found', 'No')
}
const rest = { create: nobody, list: nobody, assign: nobody, reopen: nobody, archive: nobody }
const authorize = authorizer({ authenticate: () => ({ name: 'ada' }) })
export const serve = ticketWeb(
  {
    ...rest,
    get: ({ params, caller }) => refusal('not_found', params.id + (caller?.name ?? '')),
    close: ({ params }) => invalidTransition(tickets, 'close', params.id),
    delete: async () => {},
  },
  { authorize },
)
// @ts-expect-error an operation without a function
ticketWeb({ ...rest, get: nobody, close: nobody }, { authorize })
// @ts-expect-error a status that the operation does not declare
ticketWeb({ ...rest, get: nobody, close: nobody, delete: () => reply(200, {}) }, { authorize })
// @ts-expect-error a code that the operation does not declare
ticketWeb({ ...rest, get: nobody, close: () => refusal('gone', 'x'), delete: nobody }, { authorize })
// @ts-expect-error a body that the schema refuses
ticketWeb({ ...rest, get: () => ({ id: 't1' }), close: nobody, delete: nobody }, { authorize })

// @ts-expect-error a state that the contract does not have
export const state: TicketGetOutput['state'] = 'lost'
