import { describe } from 'vitest'
import { keepsInvariants } from './keeps-invariants.ts'

// A file of its own, so that both halves run beside each other.
describe('the ledger, with another seed', () => {
  keepsInvariants({ seed: 20_261_122 })
})
