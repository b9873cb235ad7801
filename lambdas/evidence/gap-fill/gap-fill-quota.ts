export const GAP_FILL_QUOTA = { evidence_gap_fills: 'evidence_gap_fill_quota_exceeded' } as const

/** Of a gap-fill that runs by itself: until a worker has come to it, who holds on under the same name. */
export const QUEUED_HOLD_SECONDS = 900
