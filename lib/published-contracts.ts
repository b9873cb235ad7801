import type { ContractIR } from '@signet/contracts/ir'
import { platformContracts } from './platform-contracts.ts'

const hasRoutes = ({ operations }: ContractIR): boolean => operations.some(({ route }) => route !== undefined)

/** The contracts that the registry of published versions contains. A contract without routes has no outside caller. */
export const publishedContracts: readonly ContractIR[] = platformContracts.filter(hasRoutes)
