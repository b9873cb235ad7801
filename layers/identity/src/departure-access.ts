import type { FunctionAccess } from '@signet/kernel/access'

/** The type of the event that tells every service to erase what it keeps of an organisation or a person. */
export const DEPARTURE_DUE = 'org.signet.departure.due.v1'

type Erasing = Omit<FunctionAccess, 'queue' | 'subscribes' | 'memoryMb'> & Required<Pick<FunctionAccess, 'rows'>>

/**
 * The access of the function that erases what a service keeps of those who leave: it takes departures from a queue of its
 * own, one at a time, and may write its answer. `rows` and the rest are what it erases.
 */
export const erasing = <const Service extends string, const A extends Erasing>(service: Service, access: A) =>
  ({
    ...access,
    memoryMb: 512,
    queue: { name: `departures-of-${service}`, batchSize: 1, maxConcurrency: 2 },
    subscribes: { types: [DEPARTURE_DUE] },
    rows: { DEPARTURE: ['put'], ...access.rows },
  }) as const
