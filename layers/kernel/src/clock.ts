/** The time now. Injected, so that tests and the local runner can move it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Whole seconds since the epoch, the unit of DynamoDB's TTL attribute. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const DAY_MS = 86_400_000
