import { type ContractIR, serviceIR } from '@signet/contracts/ir'
import { SERVICES } from './services.ts'

export const platformContracts: readonly ContractIR[] = SERVICES.flatMap(({ service }) => serviceIR(service))
