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
    [undefined, 'png', 'png', 'no preference is given'],
    ['', 'avif', 'avif', 'no preference is given'],
    ['*/*', 'png', 'png', 'every type is accepted'],
    ['image/*', 'avif', 'avif', 'every image type is accepted'],
    [CHROME_IMG, 'png', 'png', 'the stored format is accepted equally'],
    [FIREFOX_IMG, 'png', 'png', 'the stored format is accepted equally'],
    [CHROME_PAGE, 'webp', 'webp', 'the stored format is accepted as much as avif'],
    [CHROME_PAGE, 'png', 'webp', 'others are preferred, and webp is cheaper than avif'],
    ['image/avif', 'webp', 'avif', 'only another format is accepted'],
    ['image/avif;q=0.5, image/png;q=0.9', 'webp', 'png', 'the higher weight wins'],
    ['image/*;q=0.1, image/png', 'webp', 'png', 'the more specific range counts, in any position'],
    ['image/webp;q=0, */*', 'webp', 'avif', 'the stored format is refused by name'],
    ['image/webp;q=0, image/avif;q=0.0, */*', 'webp', 'png', 'two formats are refused by name'],
    ['text/html', 'png', 'png', 'no format is accepted: no 406'],
    ['image/png;q=0, image/webp;q=0, image/avif;q=0', 'webp', 'webp', 'all formats are refused: no 406'],
    ['IMAGE/AVIF;Q=1, image/webp;q=0.9', 'webp', 'avif', 'case does not matter'],
    ['image/avif ; q=1 , image/webp ; q=0.2', 'webp', 'avif', 'space does not matter'],
    ['image/avif;q=2, image/webp;q=0.1', 'webp', 'webp', 'a weight above 1 is invalid'],
    ['image/avif;q=nan, image/png', 'webp', 'png', 'a weight that is not a number is invalid'],
    ['image/avif;v=2, image/png', 'webp', 'png', 'a version that is not offered'],
    [',;,;;=, image/avif', 'png', 'avif', 'empty elements are ignored'],
  ] as const)('%j with an asset in %s gives %s: %s', (accept, stored, expected, _why) => {
    expect(chooseFormat(accept, stored)).toBe(expected)
  })

  const weight = fc.constantFrom('0', '0.3', '0.5', '0.999', '1')
  const range = fc.constantFrom('image/png', 'image/webp', 'image/avif', 'image/*', '*/*', 'text/html')
  const accepts = fc
    .uniqueArray(fc.tuple(range, weight), { selector: ([name]) => name, minLength: 1 })
    .map((all) => all.map(([name, q]) => `${name};q=${q}`).join(', '))
  const stored = fc.constantFrom(...OUTPUT_FORMATS)

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
      fc.property(accepts, stored, (accept, format) => {
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
      fc.property(fc.string({ unit: anyCharacter }), stored, (accept, format) => {
        expect(OUTPUT_FORMATS).toContain(chooseFormat(accept, format))
      }),
    )
  })
})
