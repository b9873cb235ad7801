/** Limits that can refuse a job although the account could pay. */
export const SPENDING_LIMITS = [
  { code: 'budget_exhausted', status: 429, description: 'The agent has reached the budget that its person allows' },
  { code: 'key_budget_exhausted', status: 429, description: 'The API key has reached its budget of this UTC day' },
] as const
