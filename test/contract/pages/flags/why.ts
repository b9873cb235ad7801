import { flags } from './flags.ts'

const { steps = [] } = flags.explain('beta', { tenant: 'initech', email: 'ada@example.com' }) ?? {}
for (const { step, outcome } of steps) console.log(`${step}: ${outcome}`)
