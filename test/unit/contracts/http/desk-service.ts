import type { Fault, WebOptions } from '@signet/contracts/http'
import { webHandler } from '@signet/contracts/http'
import { tickets } from '../../../support/ticket-contract.ts'
import { type Agent, deskAuthority, ticketDesk } from '../../../support/ticket-desk.ts'

export const HOST = 'https://desk.test'

/** Serves the sample help desk. `call` uses ada's key unless another key is passed. */
export const desk = (options: WebOptions<Agent> = {}) => {
  const faults: Fault[] = []
  const serve = webHandler(tickets, ticketDesk(), {
    authorize: deskAuthority,
    onFault: (fault) => faults.push(fault),
    requestId: () => 'r-1',
    ...options,
  })
  const call = (requestLine: string, init: RequestInit & { key?: string; json?: unknown } = {}): Promise<Response> => {
    const [method = '', path = ''] = requestLine.split(' ')
    const { key = 'key-ada', json, ...rest } = init
    const headers = new Headers(rest.headers)
    if (json !== undefined) headers.set('content-type', 'application/json')
    if (key !== '') headers.set('authorization', `Bearer ${key}`)
    const body = json === undefined ? rest.body : JSON.stringify(json)
    return serve(new Request(`${HOST}${path}`, { ...rest, method, headers, body: body ?? null }))
  }
  return { call, faults }
}

/** Creates a ticket and returns its id. */
export const createTicket = async (call: ReturnType<typeof desk>['call']): Promise<string> => {
  const response = await call('POST /v1/tickets', { json: { title: 'Printer' } })
  return ((await response.json()) as { id: string }).id
}
