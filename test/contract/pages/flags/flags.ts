import { createFlags, defineFlags } from '@signet/flags'

export const flags = createFlags({
  flags: defineFlags({
    // On or off for all users.
    search: { type: 'boolean', enabled: true },
    // On for 30 percent of users, always the same ones.
    checkout: { type: 'percentage', percentage: 30 },
    // One of these, by weight.
    banner: {
      type: 'variant',
      variants: [
        { key: 'plain', weight: 50, payload: { text: 'Welcome' } },
        { key: 'warm', weight: 25, payload: { text: 'Good to see you' } },
        { key: 'loud', weight: 25, payload: { text: 'SALE!' } },
      ],
    },
    // On for users who match a rule.
    beta: {
      type: 'boolean',
      enabled: true,
      rules: [
        { attribute: 'tenant', operator: 'in', value: ['acme', 'globex'], result: true },
        { attribute: 'email', operator: 'endsWith', value: '@example.com', result: true },
      ],
    },
  }),
})
