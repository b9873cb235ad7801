import { asyncApi } from '@signet/contract-tools/events'
import { serviceIR } from '@signet/contracts/ir'
import { SERVICES } from './services.ts'

export const asyncApiDocuments = (services = SERVICES): Readonly<Record<string, object>> =>
  Object.fromEntries(
    services
      .flatMap(({ service }) => serviceIR(service))
      .flatMap((ir) => {
        const document = asyncApi(ir)
        return document === undefined ? [] : [[ir.name, document]]
      }),
  )
