import { checkFlag } from '@signet/flags'

const problems = checkFlag({
  key: 'night',
  type: 'percentage',
  percentage: 12.5,
  rules: [
    {
      id: 'europe',
      all: [
        { attribute: 'country', operator: 'in', value: ['DE', 'FR'] },
        { attribute: 'currentTime', operator: 'between', value: { from: '22:00', to: '6:00', timezone: 'Europe/Berlin' } },
      ],
      rollout: { percentage: 50 },
      result: true,
    },
    { attribute: 'agent', operator: 'regex', value: '(?=bot)', result: false },
  ],
})
for (const { field, message } of problems) console.log(`${field}: ${message}`)
