/** Tenant id of internal telemetry. No customer has this id. */
export const INTERNAL_TENANT = 'internal:'

export const internalWorkerName = (fn: string): string => `internal:${fn}`
