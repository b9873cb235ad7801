import { type ClientOptions, createClient } from '@signet/http-client'
import { flatOperationsOf } from '@signet/http-client/operations-of'
import { deskEndpoints, tickets } from '../../support/ticket-contract.ts'

const { download_file, find_file, upload_file } = deskEndpoints

export const desk = {
  name: 'desk',
  contracts: [
    tickets,
    { name: 'files', version: '1.0.0', description: 'Files.', endpoints: [download_file, find_file, upload_file] },
  ],
} as const

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

export const busy = (headers: Record<string, string> = {}): Response =>
  json(503, { error: 'Busy', code: 'unavailable' }, headers)

/** A help desk client with a fetch that returns these responses in sequence, then repeats the last one. */
export const deskWith = (answers: readonly (() => Response)[], options: Partial<ClientOptions> = {}) => {
  const requests: Request[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests.push(new Request(url, { ...init, signal: null }))
    const answer = answers[Math.min(requests.length, answers.length) - 1]
    if (answer === undefined) throw new Error('no response was prepared')
    return answer()
  }
  const clientOptions = { baseUrl: 'https://desk.test/base/', fetch, ...options }
  return { requests, client: createClient<typeof desk>(clientOptions, flatOperationsOf(desk)) }
}

export const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error,
  )
