export const GAP_FILL_QUOTA = { evidence_gap_fills: 'evidence_gap_fill_quota_exceeded' } as const

/** Hold of an asynchronous gap fill. Its worker uses the same hold, or reserves again after it has expired. */
export const QUEUED_HOLD_SECONDS = 900
