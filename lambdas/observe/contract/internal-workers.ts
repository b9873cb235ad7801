/** Whose telemetry that of ourselves is: no tenant has such an id. */
export const INTERNAL_TENANT = 'internal:'

export const internalWorkerName = (fn: string): string => `internal:${fn}`
