/** Limits that can refuse a job although the balance covers it. */
export const SPENDING_LIMITS = [
  { code: 'budget_exhausted', status: 429, description: 'The agent has used up the budget that its user set.' },
  {
    code: 'key_budget_exhausted',
    status: 429,
    description: 'The API key has used up its budget for the current UTC day.',
  },
] as const
