import { paragraphs } from '@signet/ui/pages'
import { describe, expect, it } from 'vitest'
import { mailAddressOf } from '../../../lambdas/trust/requests/mail-address.ts'
import { allowedDomainOf } from '../../../lambdas/trust/requests/mail-domains.ts'
import { proofPage } from '../../../lambdas/trust/requests/prove-request.ts'
import { formPage, readForm } from '../../../lambdas/trust/requests/submit-request.ts'
import { stampLines } from '../../../lambdas/trust/visitors/stamp-copy.ts'

const TERMS = 'a'.repeat(64)
const formFields = (fields: Readonly<Record<string, string>>) =>
  new URLSearchParams({
    name: 'Grace',
    company: 'Buyer Ltd',
    mail: 'grace@buyer.example',
    accept: 'yes',
    terms: TERMS,
    ...fields,
  }).toString()

describe('request form', () => {
  it('normalizes the address', () => {
    const { validInput: typed, faults } = readForm(
      formFields({ mail: ' Grace@B\u00fccher.Example ', name: ' Gra\u0308ce ' }),
      TERMS,
    )
    expect([typed, faults]).toEqual([
      { name: 'Gr\u00e4ce', company: 'Buyer Ltd', mail: 'grace@xn--bcher-kva.example' },
      {},
    ])
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\u202eb' }],
    ['name', { name: 'a\nb' }],
    ['company', { company: '' }],
    ['company', { company: 'x'.repeat(121) }],
    ['mail', { mail: 'grace' }],
    ['mail', { mail: 'grace@' }],
    ['mail', { mail: 'a@b.example\r\nBcc: c@d.example' }],
    ['mail', { mail: `${'x'.repeat(250)}@b.example` }],
    ['accept', { accept: '' }],
    ['accept', { terms: 'b'.repeat(64) }],
  ])('reports an error for %s', (field, fields) => {
    const { validInput: typed, faults } = readForm(formFields(fields), TERMS)
    expect([typed, Object.keys(faults)]).toEqual([undefined, [field]])
  })

  it('reports that the terms have changed since they were accepted', () => {
    expect(readForm(formFields({ terms: 'b'.repeat(64) }), TERMS).faults.accept).toMatch(/have changed/)
  })
})

describe('visitor pages', () => {
  const EVIL = '"><img src=x onerror=alert(1)>'
  const escapedEvil = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'
  const terms = {
    title: EVIL,
    text: `${EVIL}\n\nTwo`,
    sha256: TERMS,
    valid_days: 7,
    allowed_domains: [],
    updated_at: null,
  }

  it('escape all input in each position', () => {
    const form = { name: EVIL, company: EVIL, mail: EVIL, accept: true }
    const about = { artifactName: EVIL, organization: EVIL, back: EVIL }
    const page = String(formPage({ ...about, terms, form, faults: { mail: EVIL } }).body)
    const asked = { name: EVIL, company: EVIL, mail: EVIL, artifact_name: EVIL, terms_title: EVIL, organization: EVIL }
    const proof = String(proofPage(asked, terms.text).body)
    for (const html of [page, proof]) expect([html.includes('<img'), html.includes(escapedEvil)]).toEqual([false, true])
    expect(page).toContain(`value="${escapedEvil}"`)
  })

  it('the policy blocks scripts and allows forms to this origin only', () => {
    const { headers } = formPage({
      artifactName: 'A',
      organization: 'Loaf Ltd',
      trustPageUrl: '/trust/loaf',
      terms,
      form: { name: '', company: '', mail: '', accept: false },
      faults: {},
    })
    expect(headers?.['content-security-policy']).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    )
  })

  it('split paragraphs at empty lines, and lines at line ends', () => {
    expect(paragraphs('a\nb\r\n\r\n\n c ')).toBe('<p>a<br>b</p><p> c </p>')
  })
})

describe('email address', () => {
  it.each([
    ['Ada@Acme.Example', 'ada@acme.example'],
    ['a+b@acme.example', 'a+b@acme.example'],
    ['ada@acme', undefined],
    ['ada@@acme.example', undefined],
    ['@acme.example', undefined],
    ['ada@[127.0.0.1]', undefined],
    ['ada@acme.example/x', undefined],
    ['ada@acme.example:25', undefined],
    ['ada @acme.example', undefined],
  ])('%s is normalized to %s', (typed, address) => {
    expect(mailAddressOf(typed)).toBe(address)
  })
})

describe('allowed domain', () => {
  it.each([
    ['Acme.Example', 'acme.example'],
    ['acme.co.uk', 'acme.co.uk'],
    ['b\u00fccher.de', 'xn--bcher-kva.de'],
    ['mail.acme.de', 'mail.acme.de'],
  ])('%s is stored as %s', (typed, domain) => {
    expect(allowedDomainOf(typed)).toEqual({ domain })
  })

  it.each([
    ['com', /such as acme/],
    ['co.uk', /public suffix/],
    ['github.io', /public suffix/],
    ['xn--p1ai', /such as acme/],
    ['gmail.com', /free mail/],
    ['GoogleMail.com', /free mail/],
    ['proton.me', /free mail/],
    ['hotmail.nl', /free mail/],
    ['yahoo.com.mx', /free mail/],
    ['live.se', /free mail/],
    ['comcast.net', /free mail/],
    ['*.acme.de', /such as acme/],
    ['@acme.de', /such as acme/],
    ['192.0.2.1', /such as acme/],
    ['acme.de/x', /such as acme/],
    ['acme.de.', /such as acme/],
    ['', /such as acme/],
  ])('%s is rejected', (typed, rule) => {
    expect(allowedDomainOf(typed).rule).toMatch(rule)
  })
})

describe('stamp text', () => {
  it('names recipient, time and request, and notes transliteration', () => {
    const holder = { name: '\u5f20\u4f1f', company: 'Acme', mail: 'z@acme.example', id: 'r1' }
    expect(stampLines(holder, new Date('2026-11-27T12:34:56.000Z'))).toEqual([
      'Provided to \u5f20\u4f1f, Acme (in Latin letters)',
      'z@acme.example \u00b7 27 November 2026, 12:34 UTC \u00b7 request r1',
    ])
  })
})
