export const GAP_FILL_QUOTA = { evidence_gap_fills: 'evidence_gap_fill_quota_exceeded' } as const

/** Hold of an asynchronous gap fill until a worker extends it under the same name. */
export const QUEUED_HOLD_SECONDS = 900
