import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safePath } from '../../../lambdas/accounts/sign-in/safe-path.ts'

describe('a safe path', () => {
  it.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/flows/1?tab=a&b=%20c#part', '/flows/1?tab=a&b=%20c#part'],
    ['/a/../b', '/b'],
    ['/a/./b', '/a/b'],
    ['/name%2Fwith%2Fslashes', '/name%2Fwith%2Fslashes'],
    ['/search?to=https://other.example/', '/search?to=https://other.example/'],
    ['/käse', '/k%C3%A4se'],
  ])('accepts %j and resolves it to %j', (text, path) => {
    expect(safePath(text)).toBe(path)
  })

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a path that depends on the page', 'dashboard'],
    ['an absolute URL', 'https://evil.example/'],
    ['another scheme', 'javascript:alert(1)'],
    ['a host without a scheme', '//evil.example'],
    ['three slashes', '///evil.example'],
    ['a backslash for a slash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a backslash later in the path', '/a\\b'],
    ['an escaped slash', '/%2Fevil.example'],
    ['an escaped backslash', '/%5Cevil.example'],
    ['an escape in an escape', '/%252Fevil.example'],
    ['escapes five deep', '/%25252525252Fevil.example'],
    ['a broken escape', '/%zz'],
    ['an escape that is not UTF-8', '/%ff'],
    ['dots that resolve to another host', '/..//evil.example'],
    ['escaped dots that resolve to another host', '/%2e%2e//evil.example'],
    ['a dot that resolves to another host', '/.//evil.example'],
    ['a tab that browsers remove', '/\t/evil.example'],
    ['a line feed', '/\n/evil.example'],
    ['a carriage return', '/a\r\nSet-Cookie: x=y'],
    ['an escaped line feed', '/a%0d%0aSet-Cookie:x'],
    ['a null', '/a\u0000'],
    ['an escaped null', '/a%00'],
    ['a delete', '/a\u007f'],
    ['a leading space', ' /dashboard'],
    ['a leading tab', '\t//evil.example'],
    ['a path that is too long', `/${'a'.repeat(2_000)}`],
  ])('rejects %s', (_, text) => {
    expect(safePath(text)).toBeUndefined()
  })

  it('stays on the same host for any input', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '%25',
      '\t',
      '\n',
      '@',
      ':',
      'evil.example',
      '?',
      '#',
      'a',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const path = safePath(`/${parts.join('')}`)
        if (path === undefined) return
        for (const base of ['https://own.example/api/auth/relay?token=x', 'http://own.example/']) {
          expect(new URL(path, base).host).toBe('own.example')
        }
        // A safe path stays unchanged.
        expect(safePath(path)).toBe(path)
      }),
      { numRuns: 5_000 },
    )
  })
})
