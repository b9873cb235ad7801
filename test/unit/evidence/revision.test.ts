import { attacksOf, budget, CEILING_MICRO_USD, costOf, resolvedAttacks, tokensOf } from '@signet/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verdictOf } from './world.ts'

describe('critique', () => {
  const body = 'It is the best bread in the world. Bread loses 12% of its weight.'

  it('has one attack per gap, with its position and reproducible ids', () => {
    const verdict = verdictOf(body)
    const attacks = attacksOf(body, verdict)
    expect(attacks).toHaveLength(verdict.gapCount)
    const boast = attacks.find(({ requirementId }) => requirementId === 'TRU-02')
    expect(boast).toMatchObject({ type: 'overclaim', resolution: 'deferred', span: { start: 6, end: 14 } })
    expect(attacks.find(({ requirementId }) => requirementId === 'TRU-01')?.type).toBe('unsupported_claim')
    expect(attacksOf(body, verdictOf(body))).toEqual(attacks)
    expect(new Set(attacks.map(({ id }) => id)).size).toBe(attacks.length)
  })

  it('accepts an attack when a revision closes the gap', () => {
    const attacks = attacksOf(body, verdictOf(body))
    const resolved = resolvedAttacks(attacks, verdictOf('Bread loses 12% of its weight.'))
    const resolutionOf = (id: string) => resolved.find(({ requirementId }) => requirementId === id)?.resolution
    expect([resolutionOf('TRU-02'), resolutionOf('TRU-01')]).toEqual(['accepted', 'deferred'])
  })
})

describe('budget', () => {
  it('property: estimates never exceed it if calls cost less than their estimates', () => {
    const call = fc.tuple(fc.nat(80_000), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
        const spending = budget()
        for (const [estimate, share] of calls)
          if (spending.allows(estimate)) spending.spend(Math.floor(estimate * share))
        expect(spending.spent).toBeLessThanOrEqual(CEILING_MICRO_USD)
      }),
    )
  })

  it('overestimates tokens, and rounds up', () => {
    expect([tokensOf('four'), tokensOf('')]).toEqual([2, 0])
    expect(costOf({ input: 1, output: 1 }, { input: 3_000, output: 15_001 })).toBe(19)
  })
})
