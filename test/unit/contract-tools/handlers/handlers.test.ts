import { type HandlersOptions, handlers } from '@signet/contract-tools/handlers'
import { ContractError } from '@signet/contracts'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import { sampleIRs } from '../../../support/sample-document.ts'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'

const filesIR = endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' })
const handlersText = (ir: Parameters<typeof handlers>[0], options: HandlersOptions): string =>
  handlers(ir, options)['handlers.ts'] ?? ''

describe('handlers', () => {
  it('document the responses, errors, transitions and events of each operation', () => {
    const ticketHandlers = handlersText(irOf(tickets), { contractModule: './ticket.ts', contractExport: 'tickets' })
    expect(ticketHandlers).toContain(`  /**
   * Performs "close" on a ticket.
   * \`POST /v1/tickets/:id/close\`, authority: authenticated.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: open -> closed; any other state returns \`invalid_transition\`.
   */
  readonly close: Handler<(typeof tickets)['ops']['close'], Caller>
`)
    expect(ticketHandlers).toContain(
      "  { operation: 'delete', method: 'DELETE', path: '/v1/tickets/:id', authority: 'session' },\n",
    )
  })

  it('omit operations without a route', () => {
    const jobs = handlersText(sampleIRs[0] ?? irOf(tickets), { contractModule: './jobs.ts', contractExport: 'jobs' })
    expect(jobs).toContain('readonly retry:')
    expect(jobs).not.toContain('readonly paint:')
  })

  it('import the endpoints of a group one by one, or as a record if it is named', () => {
    expect(handlersText(filesIR, { contractModule: './files.ts' })).toContain(
      "import { copyFile, downloadFile, findFile, uploadFile } from './files.ts'\n",
    )
    const record = handlersText(filesIR, { contractModule: './files.ts', contractExport: 'deskEndpoints' })
    expect(record).toContain("import { deskEndpoints } from './files.ts'\n")
    expect(record).toContain("Handler<(typeof deskEndpoints)['copy_file'], Caller>")
  })

  it('name a default export', () => {
    const generated = handlersText(irOf(tickets), { contractModule: './ticket.ts', contractExport: 'default' })
    expect(generated).toContain("import ticketContract from './ticket.ts'\n")
    expect(generated).toContain("Handler<(typeof ticketContract)['ops']['close'], Caller>")
    expect(generated).toContain('webHandler(ticketContract, handlers, options)')
  })

  it('generate the same bytes for the same contract', () => {
    const options = { contractModule: './ticket.ts', contractExport: 'tickets' }
    const copy = JSON.parse(JSON.stringify(irOf(tickets))) as ReturnType<typeof irOf>
    expect(handlers(copy, options)).toEqual(handlers(irOf(tickets), options))
  })

  it('refuse an entity without the name of its export, and an invalid name', () => {
    expect(() => handlers(irOf(tickets), { contractModule: './ticket.ts' })).toThrow(ContractError)
    expect(() => handlers(irOf(tickets), { contractModule: './t.ts', contractExport: 'a b' })).toThrow(
      /contractExport: "a b" is not an identifier; name the export that is the contract/,
    )
  })
})
