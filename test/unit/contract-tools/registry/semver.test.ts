import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, newestIn, parseVersion } from '../../../../layers/contracts/src/semver.ts'

const versions = ['0.0.1', '0.0.2', '0.1.0', '0.1.5', '0.2.0', '1.0.0', '1.2.0', '1.2.9', '1.10.0', '2.0.0']

describe('a range of versions', () => {
  it.each([
    ['1.2.0', '1.2.0'],
    ['1.2.1', undefined],
    ['^1', '1.10.0'],
    ['1', '1.10.0'],
    ['^1.2.1', '1.10.0'],
    ['^1.11.0', undefined],
    ['~1.2', '1.2.9'],
    ['~1.2.3', '1.2.9'],
    ['1.2', '1.2.9'],
    ['^0', '0.2.0'],
    ['^0.1', '0.1.5'],
    ['^0.1.2', '0.1.5'],
    ['^0.0.1', '0.0.1'],
    ['*', '2.0.0'],
    ['latest', '2.0.0'],
    ['3', undefined],
  ])('%s matches %s', (range, newest) => {
    expect(newestIn(versions, range)).toBe(newest)
  })

  it.each(['', 'v1', '>=1', '1.2.3.4', '01.0.0', '^', '1.x'])(
    'refuses %j with an example of a valid range',
    (range) => {
      expect(() => newestIn(versions, range)).toThrow(/is not a version or range; write 1\.2\.0/)
    },
  )

  it('finds the newest by number, whatever the order of the list', () => {
    const number = fc.nat({ max: 30 })
    const version = fc.tuple(number, number, number).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), (list) => {
        const newest = newestIn(list, '*') as string
        expect(list.every((each) => compareVersions(each, newest) <= 0)).toBe(true)
        expect(newestIn([...list].reverse(), '*')).toBe(newest)
        expect(newestIn(list, newest)).toBe(newest)
      }),
    )
  })

  it('refuses invalid versions', () => {
    expect(['1.0', '1.0.0-beta', '1.0.0+1', ' 1.0.0', '1.0.00', ''].map(parseVersion)).toEqual(Array(6).fill(undefined))
  })
})
