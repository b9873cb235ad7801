import { client } from '@signet/contract-tools/client'
import { handlers } from '@signet/contract-tools/handlers'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import { expect, it } from 'vitest'
import { expectCopies } from '../../../support/copies.ts'
import { sampleIRs } from '../../../support/sample-document.ts'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'

const ticketIR = irOf(tickets)
const deskIR = endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' })

/**
 * `tsc -b` checks these files under the strictest settings of a user, for Node and for the web; the clients of all
 * services are those of the console. `test/contract/generated/uses.ts` contains code that does not type-check against them.
 */
it('the type-checked TypeScript equals the generated TypeScript', async () => {
  const clients = [ticketIR, deskIR, ...sampleIRs]
    .filter(({ operations }) => operations.some(({ route }) => route !== undefined))
    .map((ir) => [`${ir.name}/client.ts`, client(ir)['client.ts'] ?? ''] as const)
  const generated = handlers(ticketIR, {
    contractModule: '../../../../support/ticket-contract.ts',
    contractExport: 'tickets',
  })
  expect(clients.length).toBeGreaterThan(2)
  await expectCopies('generated/clients', {
    ...Object.fromEntries(clients),
    'ticket/handlers.ts': generated['handlers.ts'] ?? '',
  })
})
