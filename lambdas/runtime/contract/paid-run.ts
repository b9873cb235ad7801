/** Daily limit of requests that need `runtime:run`, per organization and UTC day. */
export const PAID_RUNS_PER_DAY = 2_000

export const PAID_RUN_ROWS = { TIER: ['get'], USE: ['update'] } as const

/** Errors of requests that would cost a credit on the platform, in addition to those of the route. */
export const PAID_RUN_ERRORS = [
  {
    code: 'plan_required',
    status: 403,
    description: 'The organization is on the Free plan; `upgrade` is the URL of the page for upgrading.',
  },
  'quota_exceeded',
] as const
