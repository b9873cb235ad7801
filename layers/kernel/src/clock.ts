export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Returns whole seconds since the epoch, the unit of DynamoDB's TTL attribute. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Returns the whole seconds until `end`, at least one, for Retry-After. */
export const secondsUntil = (end: string | Date, now: Date): number =>
  Math.max(1, Math.ceil((new Date(end).getTime() - now.getTime()) / 1000))

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
