import type { FunctionAccess } from '@signet/kernel/access'

export const ERASURE_DUE = 'org.signet.account-erasure.due.v1'

export const EXPORT_DUE = 'org.signet.account-export.due.v1'

type ErasureAccess = Omit<FunctionAccess, 'queue' | 'subscribes' | 'memoryMb'> &
  Partial<Pick<FunctionAccess, 'memoryMb'>>

/**
 * Returns the access of the function that erases and exports the data of a service. The accounts service repeats both
 * events until they are answered. `rows` lists additional rights. The CDK adds those that follow from the row kinds of
 * the service (`erasureRights`), so that no other function loads the kinds.
 */
export const erasureAccess = <const Service extends string, const A extends ErasureAccess>(
  service: Service,
  access: A,
) =>
  ({
    ...access,
    memoryMb: access.memoryMb ?? 512,
    subscribes: { types: [ERASURE_DUE, EXPORT_DUE], repeats: true },
    rows: { ERASURE: ['put'], EXPORT: ['get', 'put'], ...access.rows },
    exports: service,
  }) as const
