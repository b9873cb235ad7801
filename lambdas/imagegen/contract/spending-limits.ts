/** Limits that can refuse a job although the account could pay. */
export const SPENDING_LIMITS = [
  { code: 'budget_exhausted', status: 429, description: 'The agent has spent what its person allows' },
  { code: 'key_budget_exhausted', status: 429, description: 'The API key has taken what it may in a day of UTC' },
] as const
