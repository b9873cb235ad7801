import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { client } from '@signet/contract-tools/client'
import { expect, it } from 'vitest'
import { platformContracts } from '../../lib/platform-contracts.ts'
import { ROOT } from '../support/source-files.ts'

/** Clients that domains have of other domains' contracts. Their first line names the contract. */
const CLIENTS = globSync('lambdas/*/generated/*-client.ts', { cwd: ROOT }).map((file) => {
  const contract = /^\/\/ Made from the contract "(\w+)"/.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1]
  return { file: file.replaceAll('\\', '/'), contract }
})

it('clients of other domains are found', () => {
  expect(CLIENTS.length).toBeGreaterThan(0)
})

it.each(CLIENTS)(
  '$file is the client of the contract $contract; `vitest -u` makes it anew',
  async ({ contract, file }) => {
    const ir = platformContracts.find(({ name }) => name === contract)
    if (!ir) throw new Error(`${file}: its first line names no contract of the platform; make it anew or remove it`)
    await expect(client(ir)['client.ts']).toMatchFileSnapshot(`../../${file}`)
  },
)
