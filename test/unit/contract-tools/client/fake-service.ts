import { client } from '@signet/contract-tools/client'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'
import { loadGenerated } from './generated-module.ts'

interface Failure extends Error {
  readonly operation: string
  readonly status?: number
  readonly code?: string
  readonly body?: object
  readonly retryAfter?: number
}

type Method = ((input?: object, options?: object) => Promise<unknown>) & {
  withResponse(input?: object, options?: object): Promise<{ status: number; headers: Headers; body: unknown }>
  stream(input?: object, options?: object): Promise<Response>
}
export type Client = Readonly<Record<string, Method>>

/** The desk's files as a group of endpoints. */
const deskIR = endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' })
const generated = await loadGenerated(client(irOf(tickets))['client.ts'] ?? '')
export const files = await loadGenerated(client(deskIR)['client.ts'] ?? '')
export const isTicketError = generated.isTicketError as (operation: string, error: unknown) => boolean

export const row = {
  id: 't1',
  state: 'open',
  title: 'Printer',
  labels: [],
  created_at: '2026-11-21T00:00:00Z',
  assignee: null,
}
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
export const busy = (headers: Record<string, string> = {}) => json(503, { error: 'Busy', code: 'unavailable' }, headers)

/** Creates a client whose fetch returns these responses in turn, the last one repeatedly. */
export const clientOf = (
  module: typeof generated,
  name: string,
  answers: readonly (() => Response)[],
  options: object = {},
) => {
  const sent: Request[] = []
  const fakeFetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push(new Request(url, { ...init, signal: null }))
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer === undefined) throw new Error('no response was prepared')
    return answer()
  }
  const create = module[`create${name}Client`] as (options: object) => Client
  return { sent, api: create({ baseUrl: 'https://desk.test/base/', fetch: fakeFetch, credential: 'k', ...options }) }
}
export const ticketClient = (answers: readonly (() => Response)[], options: object = {}) =>
  clientOf(generated, 'Ticket', answers, options)

export const failureOf = async (call: Promise<unknown>): Promise<Failure> =>
  (await call.then(
    (value) => Promise.reject(new Error(`no failure, but ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )) as Failure
