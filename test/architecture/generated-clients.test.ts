import { client } from '@signet/contract-tools/client'
import { expect, it } from 'vitest'
import { platformContracts } from '../../lib/platform-contracts.ts'

/** Clients that domains have of other domains' contracts: each is the file that the generator makes. */
const CLIENTS = [
  { contract: 'job', file: 'lambdas/usage/generated/job-client.ts' },
  { contract: 'billing', file: 'lambdas/agents/generated/billing-client.ts' },
  { contract: 'job', file: 'lambdas/agents/generated/job-client.ts' },
  { contract: 'variations', file: 'lambdas/agents/generated/variations-client.ts' },
  { contract: 'service', file: 'lambdas/agents/generated/image-service-client.ts' },
  { contract: 'tenants', file: 'lambdas/agents/generated/tenants-client.ts' },
] as const

it.each(CLIENTS)(
  '$file is the client of the contract $contract; `vitest -u` makes it anew',
  async ({ contract, file }) => {
    const ir = platformContracts.find(({ name }) => name === contract)
    if (!ir) throw new Error(`There is no contract ${contract}`)
    await expect(client(ir)['client.ts']).toMatchFileSnapshot(`../../${file}`)
  },
)
