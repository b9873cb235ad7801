import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { client } from '@signet/contract-tools/client'
import { handlers } from '@signet/contract-tools/handlers'
import { endpointsIR, irOf, serviceIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import { imageService } from '../../../../lambdas/imagegen/contract/service.ts'
import { sampleIRs } from '../../../support/sample-document.ts'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'
import { inGeneratedFolder } from './generated-module.ts'

const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))
const tests = '../../test/support'
const deskIR = endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' })

/** Type-checks files under the strictest settings of a user. Resolves to the compiler's output. */
const typeCheck = (files: Readonly<Record<string, string>>, more: object = {}): Promise<string> => {
  const compilerOptions = {
    ...{ composite: false, emitDeclarationOnly: false, noEmit: true, noUnusedLocals: true, noUnusedParameters: true },
    ...more,
  }
  const config = JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] })
  return inGeneratedFolder(
    { ...files, 'tsconfig.json': config },
    (folder) =>
      new Promise((resolve) => {
        execFile(process.execPath, [tsc, '-p', folder], (_error, stdout, stderr) => resolve(`${stdout}${stderr}`))
      }),
  )
}

const clients = Object.fromEntries(
  [irOf(tickets), deskIR, ...sampleIRs, ...serviceIR(imageService)]
    .filter(({ operations }) => operations.some(({ route }) => route !== undefined))
    .map((ir, at) => [`${ir.name}-${at}.ts`, client(ir)['client.ts'] ?? '']),
)

const ticketFiles = {
  'client.ts': client(irOf(tickets))['client.ts'] ?? '',
  'handlers.ts':
    handlers(irOf(tickets), { contractModule: `${tests}/ticket-contract.ts`, contractExport: 'tickets' })[
      'handlers.ts'
    ] ?? '',
}

/** Each line below an @ts-expect-error is one promise of the generated types. */
const uses = `
import { createTicketClient, isTicketError, type TicketClient, type TicketCreateResponse } from './client.ts'
import { ticketWeb } from './handlers.ts'
import { authorizer, invalidTransition, refusal } from '@signet/contracts/http'
import { type Handlers, reply } from '@signet/contracts'
import { tickets } from '${tests}/ticket-contract.ts'

const api: TicketClient = createTicketClient({ baseUrl: 'x' })
export const made: Promise<'open' | 'closed' | 'archived'> = api.create({ title: 'x' }).then(({ state }) => state)
export const status = async (whole: Promise<TicketCreateResponse>): Promise<200 | 201> => (await whole).status
// @ts-expect-error a member that the operation does not take
void api.create({ title: 'x', colour: 'red' })
// @ts-expect-error a member that is missing
void api.get({})
// @ts-expect-error an operation that does not exist
void api.burn({ id: 'x' })
export const listed = async () => { for await (const { id } of api.listAll({ limit: 2 })) return id satisfies string; return '' }

export const told = (error: unknown): string => {
  if (!isTicketError('close', error)) return 'other'
  switch (error.code) {
    case 'invalid_transition': return error.body.allowed.join(error.body.state)
    case 'invalid_input': return error.body.errors[0]?.field ?? ''
    case 'not_found': return String(error.status satisfies 404)
    case 'unauthenticated': return ''
    case 'internal': return error.body.request_id
    // @ts-expect-error a code that the operation does not declare
    case 'gone': return ''
    default: return error satisfies never
  }
}

export const whole = (all: Handlers<typeof tickets>) => ticketWeb(all)

const nobody = (): never => { throw refusal('not_found', 'No') }
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
`

describe('generated TypeScript', () => {
  it('type-checks under strict settings for Node, and without any of Node where only the Web is known', async () => {
    expect(await typeCheck(clients, { noPropertyAccessFromIndexSignature: true })).toBe('')
    const web = { types: [], lib: ['es2024', 'dom', 'dom.iterable'] }
    expect(await typeCheck(clients, { ...web, exactOptionalPropertyTypes: true })).toBe('')
  })

  it('refuses what the contract does not say, in client and handlers', async () => {
    expect(await typeCheck({ ...ticketFiles, 'uses.ts': uses })).toBe('')
  })

  it('is checked by a check that can fail', async () => {
    const wrong = `import type { TicketGetOutput } from './client.ts'\nexport const state: TicketGetOutput['state'] = 'lost'\n`
    expect(await typeCheck({ ...ticketFiles, 'wrong.ts': wrong })).toContain(`Type '"lost"' is not assignable to type`)
  })
})
