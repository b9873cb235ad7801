import type { ContractIR } from '@signet/contracts/ir'
import { flagServiceIR } from '../lambdas/flags/contract/service.ts'
import { imageServiceIR } from '../lambdas/imagegen/contract/service.ts'

/** Every contract of the platform, one line a service: what the registry of published versions is held against. */
export const platformContracts: readonly ContractIR[] = [...imageServiceIR(), ...flagServiceIR()]
