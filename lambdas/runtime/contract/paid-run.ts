/** Calls that need `runtime:run`, of an organization in a day of UTC. */
export const PAID_RUNS_PER_DAY = 2_000

export const PAID_RUN_ROWS = { TIER: ['get'], USE: ['update'] } as const

/** Codes of a call that costs a credit on the platform, beside those of its own (runtime.md 12, ruling 30). */
export const PAID_RUN_ERRORS = [
  {
    code: 'plan_required',
    status: 403,
    description: 'The organization is on the free plan; `upgrade` says where to get another.',
  },
  'quota_exceeded',
] as const
