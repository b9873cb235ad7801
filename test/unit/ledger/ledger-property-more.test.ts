import { describe } from 'vitest'
import { keepsInvariants } from './keeps-invariants.ts'

// In a separate file, so that both halves run concurrently.
describe('the ledger, with another seed', () => {
  keepsInvariants({ seed: 20_261_122 })
})
