/** Whose telemetry that of ourselves is: no tenant has such an id. */
export const OURSELVES = 'internal:'

/** Workers of ours begin so: `internal:images-paint`. */
export const ownWorker = (fn: string): string => `internal:${fn}`
