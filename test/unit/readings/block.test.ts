import { createHash } from 'node:crypto'
import { below, block, pickOne } from '@signet/readings'
import { describe, expect, it } from 'vitest'

const WEIGHTS = { alpha: 32, bravo: 8, charlie: 64, delta: 16, echo: 4, foxtrot: 32 }
const candidates = Object.entries(WEIGHTS).map(([id, weight]) => ({ id, weight }))

const drawnIds = (seed: number, domain: string, count: number): readonly string[] => {
  let remaining = candidates
  return Array.from({ length: count }, (_, index) => {
    const { picked } = pickOne(remaining, { seed, domain, index })
    remaining = remaining.filter((card) => card !== picked)
    return picked.id
  })
}

describe('draw blocks', () => {
  it('blocks equal the output of sha256sum', () => {
    expect(block(42, 'entry/threats', 0, 0)).toBe('15ad7431d9f6c678d6c7415f32073270995680142c36cc1746a05be5bd1e8014')
    const text = 'signet-draw/v1\n7\nr\n3\n1'
    expect(block(7, 'r', 3, 1)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('blocks give the numbers of the reference below 100', () => {
    const numbers = Array.from({ length: 8 }, (_, index) => below(100n, 42, 'entry/threats', index).value)
    expect(numbers).toEqual([0n, 41n, 34n, 85n, 29n, 96n, 48n, 82n])
  })

  it('a block that would favor small numbers is rejected, and the draw is repeated', () => {
    expect(below(9_223_372_036_854_775_809n, 7, 'r', 0).attempt).toBe(1)
  })
})

describe('weighted picks', () => {
  it.each([
    [0, 'delta charlie alpha foxtrot'],
    [1, 'foxtrot delta charlie alpha'],
    [42, 'delta alpha foxtrot charlie'],
    [2 ** 53 - 1, 'delta charlie foxtrot alpha'],
  ])('picks match the reference for seed %d', (seed, expected) => {
    expect(drawnIds(seed, 'entry/threats', 4).join(' ')).toBe(expected)
  })

  it('picks follow the weights over 20,000 seeds as in the reference', () => {
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 20_000; seed++) {
      const [first = ''] = drawnIds(seed, 'p/d', 1)
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    const inOrder = Object.keys(WEIGHTS).map((id) => counts.get(id))
    expect(inOrder).toEqual([4054, 1033, 8155, 2076, 515, 4167])
  })

  it('picks do not depend on the order of the candidates', () => {
    const place = { seed: 5, domain: 'a/b', index: 0 }
    expect(pickOne(candidates.toReversed(), place)).toEqual(pickOne(candidates, place))
  })

  it('a pick without candidates throws', () => {
    expect(() => pickOne([], { seed: 1, domain: 'a/b', index: 0 })).toThrow(RangeError)
  })
})
