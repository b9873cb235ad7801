import { isTrustSlug, RESERVED_SLUGS, trustSlugOf } from '@signet/artifacts'
import { describe, expect, it } from 'vitest'

describe('slug', () => {
  it.each([
    ['acme', 'acme'],
    ['a', 'a'],
    ['7', '7'],
    ['Acme-2', 'acme-2'],
    ['a--b', 'a--b'],
    ['caiq-lite', 'caiq-lite'],
    ['k'.repeat(64), 'k'.repeat(64)],
  ])('%s becomes %s', (text, slug) => {
    expect([isTrustSlug(text), trustSlugOf(text)]).toEqual([true, slug])
  })

  it.each([
    ...['', '-', '-a', 'a-', 'a_b', 'a b', 'a.b', ' a', 'a\n', 'a/b', 'k'.repeat(65), 'security.txt', '%61'],
    // The Kelvin sign is k in lower case, the dotless i is not i, the long s is S in upper case; others look like
    // ASCII.
    ...['\u212a', 'acme\u0131', '\u017ftatus', '\u0430cme', '\uff41cme', 'é', 'e\u0301', 'a\u200bb', 'ⅰ'],
  ])('%j is invalid', (text) => {
    expect([isTrustSlug(text), trustSlugOf(text)]).toEqual([false, undefined])
  })

  it('reserved slugs are valid slugs', () => {
    const reserved = [...RESERVED_SLUGS]
    expect(reserved.filter((slug) => trustSlugOf(slug) !== slug)).toEqual([])
    expect(reserved).toEqual(
      expect.arrayContaining(['api', 'www', 'admin', 'at', 'bundle', 'login', 'signet', 'security-txt']),
    )
  })
})
