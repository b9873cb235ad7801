import { createHash } from 'node:crypto'
import { ARTIFACT_TYPES, type ArtifactType, servingHeaders } from '@signet/artifacts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../support/any-character.ts'

const bytes = Buffer.from('%PDF-1.7\n%%EOF\n')
const hash = createHash('sha256').update(bytes)
const contentHash = hash.copy().digest('hex')

const headersOf = (displayName: string, mimeType: ArtifactType = 'application/pdf') =>
  servingHeaders({ mimeType, displayName, contentHash, byteSize: bytes.length, createdAt: '2026-11-27T08:30:00.000Z' })

const dispositionOf = (displayName: string, mimeType?: ArtifactType): string =>
  headersOf(displayName, mimeType)['content-disposition']

describe('headers of served bytes', () => {
  it('the headers are exactly these', () => {
    const digest = `sha-256=:${hash.copy().digest('base64')}:`
    expect(headersOf('SOC 2 report')).toEqual({
      'content-type': 'application/pdf',
      'content-length': '15',
      'content-disposition': `attachment; filename="SOC 2 report.pdf"; filename*=UTF-8''SOC%202%20report.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=300, no-transform',
      'last-modified': 'Fri, 27 Nov 2026 08:30:00 GMT',
      etag: `"${contentHash}"`,
      'repr-digest': digest,
      'content-digest': digest,
    })
  })

  it.each(ARTIFACT_TYPES)('the type is %s, with UTF-8 for text', (type) => {
    const text = type.startsWith('text/') ? '; charset=utf-8' : ''
    expect(headersOf('a', type)['content-type']).toBe(`${type}${text}`)
  })

  it.each([
    ['Prüfbericht', 'Pr_fbericht.pdf', 'Pr%C3%BCfbericht.pdf'],
    ['Report.PDF', 'Report.PDF', 'Report.PDF'],
    ['report.pdf.exe', 'report.pdf.exe.pdf', 'report.pdf.exe.pdf'],
    ['../../etc/passwd', '_.._etc_passwd.pdf', '_.._etc_passwd.pdf'],
    ['.htaccess', 'htaccess.pdf', 'htaccess.pdf'],
    ['...', 'artifact.pdf', 'artifact.pdf'],
    ['a"b\\c', 'a_b_c.pdf', 'a_b_c.pdf'],
    ["100% (a) *b* 'c'", "100_ (a) _b_ 'c'.pdf", '100%25%20%28a%29%20_b_%20%27c%27.pdf'],
    ['🔐\ud800', '__.pdf', '%F0%9F%94%90%EF%BF%BD.pdf'],
    ['a\r\nSet-Cookie: b', 'a__Set-Cookie_ b.pdf', 'a%0D%0ASet-Cookie_%20b.pdf'],
  ])('the display name %j becomes a file name', (name, ascii, extended) => {
    expect(dispositionOf(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${extended}`)
  })

  it.each([
    ['text/csv', '.csv'],
    ['application/vnd.ms-excel', '.xls'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx'],
    ['application/ld+json', '.jsonld'],
  ] as const)('a file of %s gets the extension %s', (type, extension) => {
    expect(dispositionOf('vendors', type)).toContain(`filename="vendors${extension}"`)
  })

  it('any name fits into the characters of a header, and can be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (name) => {
        const disposition = dispositionOf(name)
        const form = /^attachment; filename="[ !#-[\]-~]+"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/
        const [, extended = ''] = form.exec(disposition) ?? []
        const safeName = name
          .toWellFormed()
          .replaceAll(/[/\\:*?"<>|]/g, '_')
          .replace(/^[. ]+/, '')
        expect(decodeURIComponent(extended)).toMatch(/\.pdf$/i)
        expect(decodeURIComponent(extended).startsWith(safeName)).toBe(true)
      }),
    )
  })
})
