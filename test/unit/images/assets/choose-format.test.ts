import { OUTPUT_FORMATS } from '@signet/imaging/schemas/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptsFormatsEqually, chooseFormat } from '../../../../lambdas/images/assets/choose-rendition.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const CHROME_PAGE =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
const CHROME_IMG = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const FIREFOX_IMG = 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'

describe('content negotiation by Accept', () => {
  it.each([
    [undefined, 'png', 'png', 'nothing is said'],
    ['', 'avif', 'avif', 'nothing is said'],
    ['*/*', 'png', 'png', 'everything is welcome'],
    ['image/*', 'avif', 'avif', 'every image is welcome'],
    [CHROME_IMG, 'png', 'png', 'the own is as welcome as the others'],
    [FIREFOX_IMG, 'png', 'png', 'the own is as welcome as the others'],
    [CHROME_PAGE, 'webp', 'webp', 'the own is as welcome as avif'],
    [CHROME_PAGE, 'png', 'webp', 'others are more welcome, and webp is cheaper than avif'],
    ['image/avif', 'webp', 'avif', 'only another is taken'],
    ['image/avif;q=0.5, image/png;q=0.9', 'webp', 'png', 'the higher weight wins'],
    ['image/*;q=0.1, image/png', 'webp', 'png', 'the more specific range counts, wherever it stands'],
    ['image/webp;q=0, */*', 'webp', 'avif', 'the own is refused by name'],
    ['image/webp;q=0, image/avif;q=0.0, */*', 'webp', 'png', 'two are refused by name'],
    ['text/html', 'png', 'png', 'none is welcome: no 406'],
    ['image/png;q=0, image/webp;q=0, image/avif;q=0', 'webp', 'webp', 'all are refused: no 406'],
    ['IMAGE/AVIF;Q=1, image/webp;q=0.9', 'webp', 'avif', 'case does not matter'],
    ['image/avif ; q=1 , image/webp ; q=0.2', 'webp', 'avif', 'space does not matter'],
    ['image/avif;q=2, image/webp;q=0.1', 'webp', 'webp', 'a weight above 1 is none'],
    ['image/avif;q=nan, image/png', 'webp', 'png', 'a weight that is no number is none'],
    ['image/avif;v=2, image/png', 'webp', 'png', 'a version that we do not have'],
    [',;,;;=, image/avif', 'png', 'avif', 'empty elements are passed over'],
  ] as const)('%j with an asset in %s gives %s: %s', (accept, own, expected, _why) => {
    expect(chooseFormat(accept, own)).toBe(expected)
  })

  const weight = fc.constantFrom('0', '0.3', '0.5', '0.999', '1')
  const range = fc.constantFrom('image/png', 'image/webp', 'image/avif', 'image/*', '*/*', 'text/html')
  const accepts = fc
    .uniqueArray(fc.tuple(range, weight), { selector: ([name]) => name, minLength: 1 })
    .map((all) => all.map(([name, q]) => `${name};q=${q}`).join(', '))
  const own = fc.constantFrom(...OUTPUT_FORMATS)

  /** Reimplements RFC 9110 12.5.1: the most specific matching range. */
  const weightOf = (accept: string, format: string): number => {
    for (const name of [`image/${format}`, 'image/*', '*/*']) {
      const found = accept.split(', ').find((element) => element.startsWith(`${name};`))
      if (found) return Number(found.split('q=')[1])
    }
    return 0
  }

  it('never chooses a less preferred format, and leaves the stored one only for a more preferred one', () => {
    fc.assert(
      fc.property(accepts, own, (accept, format) => {
        const chosen = chooseFormat(accept, format)
        const best = Math.max(...OUTPUT_FORMATS.map((each) => weightOf(accept, each)))
        expect(weightOf(accept, chosen)).toBe(best)
        if (weightOf(accept, format) === best) expect(chosen).toBe(format)
      }),
    )
  })

  it('chooses the stored format for an indifferent client', () => {
    fc.assert(
      fc.property(accepts, (accept) => {
        const keepsAll = OUTPUT_FORMATS.every((format) => chooseFormat(accept, format) === format)
        expect(acceptsFormatsEqually(accept)).toBe(keepsAll)
      }),
    )
  })

  it('chooses a format for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), own, (accept, format) => {
        expect(OUTPUT_FORMATS).toContain(chooseFormat(accept, format))
      }),
    )
  })
})
