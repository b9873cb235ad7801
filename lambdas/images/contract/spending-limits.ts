/** Limits that can refuse a job although the balance covers it. */
export const SPENDING_LIMITS = [
  { code: 'budget_exhausted', status: 429, description: 'The agent has reached the budget set by its user' },
  { code: 'key_budget_exhausted', status: 429, description: 'The API key has used its budget of this UTC day' },
] as const
