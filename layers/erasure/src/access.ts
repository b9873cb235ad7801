import type { FunctionAccess } from '@signet/kernel/access'

/** The type of the event that tells every service to erase what it keeps of an organisation or a person. */
export const DEPARTURE_DUE = 'org.signet.departure.due.v1'

/** The type of the event that asks every service for a copy of what it keeps of a person. */
export const EXPORT_DUE = 'org.signet.account-export.due.v1'

type ErasureAccess = Omit<FunctionAccess, 'queue' | 'subscribes' | 'memoryMb'> &
  Required<Pick<FunctionAccess, 'rows'>> &
  Partial<Pick<FunctionAccess, 'memoryMb'>>

/**
 * The access of the function that erases what a service keeps of those who leave, and copies it for those who ask: the
 * bus hands it both, again and again until it has answered, and it may write its answers. `rows` and the rest are what it
 * reads and erases.
 */
export const leaving = <const Service extends string, const A extends ErasureAccess>(service: Service, access: A) =>
  ({
    ...access,
    memoryMb: (access.memoryMb ?? 512) as number,
    subscribes: { types: [DEPARTURE_DUE, EXPORT_DUE], repeats: true },
    rows: { DEPARTURE: ['put'], EXPORT: ['get', 'put'], ...access.rows },
    exports: service,
  }) as const
