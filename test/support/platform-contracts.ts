import type { Contract, Endpoint } from '@signet/contracts'
import { type ContractIR, serviceIR } from '@signet/contracts/ir'
import { type PlatformService, SERVICES } from '../../lib/services.ts'

/** All declarations of one domain: its endpoints, those of its entities included, and the IR of both. */
export interface DomainContracts {
  readonly domain: string
  readonly endpoints: readonly Endpoint[]
  readonly irs: readonly { readonly ir: ContractIR; readonly contract?: Contract }[]
}

const declarationsOf = ({ service }: PlatformService): DomainContracts => {
  const irs = serviceIR(service)
  const contracts = service.contracts.map((contract, index) => ({ contract, ir: irs[index] as ContractIR }))
  return {
    domain: service.name,
    endpoints: contracts.flatMap(({ contract }) =>
      'endpoints' in contract ? contract.endpoints : Object.values<Endpoint>(contract.ops),
    ),
    irs: contracts.map(({ contract, ir }) => ('endpoints' in contract ? { ir } : { ir, contract })),
  }
}

/** The declarations of every service of the platform. */
export const platformContracts: readonly DomainContracts[] = SERVICES.map(declarationsOf)
