import { asyncApi } from '@signet/contract-tools/events'
import { platformContracts } from '../../lib/platform-contracts.ts'

/** The document of each contract that emits events, by its name. */
export const asyncApiDocuments = (): Readonly<Record<string, object>> =>
  Object.fromEntries(
    platformContracts.flatMap((ir) => {
      const document = asyncApi(ir)
      return document === undefined ? [] : [[ir.name, document]]
    }),
  )
