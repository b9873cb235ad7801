import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Contract, Endpoint } from '@signet/contracts'
import { type ContractIR, endpointsIR, irOf } from '@signet/contracts/ir'

/** Everything that one domain declares: its endpoints, those of its entities among them, and the plain form of all. */
export interface DomainContracts {
  readonly domain: string
  readonly endpoints: readonly Endpoint[]
  readonly irs: readonly { readonly ir: ContractIR; readonly contract?: Contract }[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'operations' in value
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'pathTemplate' in value

const declaredIn = async (file: string): Promise<DomainContracts> => {
  const exports: unknown[] = Object.values((await import(`${root}${file}`)) as object)
  const domain = file.split('/')[1] ?? file
  const contracts = exports.filter(isContract)
  const loose = exports.filter(isEndpoint)
  return {
    domain,
    endpoints: [...loose, ...contracts.flatMap(({ ops }) => Object.values(ops))],
    irs: [
      ...(loose.length > 0 ? [{ ir: endpointsIR(loose, { name: domain }) }] : []),
      ...contracts.map((contract) => ({ ir: irOf(contract), contract })),
    ],
  }
}

/** What every domain of the platform declares in its `contract/index.ts`; a new domain is found by itself. */
export const platformContracts: readonly DomainContracts[] = await Promise.all(
  globSync('lambdas/*/contract/index.ts', { cwd: root }).sort().map(declaredIn),
)
