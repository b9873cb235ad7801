import { paragraphs } from '@signet/ui/pages'
import { describe, expect, it } from 'vitest'
import { mailAddressOf } from '../../../lambdas/trust/requests/mail-address.ts'
import { allowedDomainOf } from '../../../lambdas/trust/requests/mail-domains.ts'
import { proofPage } from '../../../lambdas/trust/requests/prove-request.ts'
import { formPage, readForm } from '../../../lambdas/trust/requests/submit-request.ts'
import { termsParties } from '../../../lambdas/trust/requests/terms-parties.ts'
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
  it('normalizes address and name', () => {
    const { validInput, faults } = readForm(
      formFields({ mail: ' Grace@B\u00fccher.Example ', name: ' Gra\u0308ce ' }),
      TERMS,
    )
    expect([validInput, faults]).toEqual([
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
    const { validInput, faults } = readForm(formFields(fields), TERMS)
    expect([validInput, Object.keys(faults)]).toEqual([undefined, [field]])
  })

  it('reports that the terms have changed since they were accepted', () => {
    expect(readForm(formFields({ terms: 'b'.repeat(64) }), TERMS).faults.accept).toMatch(/have changed/)
  })
})

describe('visitor pages', () => {
  const MALICIOUS_TEXT = '"><img src=x onerror=alert(1)>'
  const escapedText = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'
  const terms = {
    title: MALICIOUS_TEXT,
    text: `${MALICIOUS_TEXT}\n\nTwo`,
    sha256: TERMS,
    valid_days: 7,
    allowed_domains: [],
    updated_at: null,
  }

  it('escape all input in each position', () => {
    const form = { name: MALICIOUS_TEXT, company: MALICIOUS_TEXT, mail: MALICIOUS_TEXT, accept: true }
    const subject = {
      artifactName: MALICIOUS_TEXT,
      slug: 'loaf',
      organization: 'Loaf',
      signedName: MALICIOUS_TEXT,
      trustPageUrl: MALICIOUS_TEXT,
    }
    const page = String(formPage({ ...subject, terms, form, faults: { mail: MALICIOUS_TEXT } }).body)
    const request = {
      name: MALICIOUS_TEXT,
      company: MALICIOUS_TEXT,
      mail: MALICIOUS_TEXT,
      artifact_name: MALICIOUS_TEXT,
      terms_title: MALICIOUS_TEXT,
      organization: MALICIOUS_TEXT,
      slug: 'loaf',
    }
    const proof = String(proofPage(request, terms.text, undefined).body)
    for (const html of [page, proof]) expect([html.includes('<img'), html.includes(escapedText)]).toEqual([false, true])
    expect(page).toContain(`value="${escapedText}"`)
  })

  it('have a policy that blocks scripts and allows forms to submit only to this origin', () => {
    const { headers } = formPage({
      artifactName: 'A',
      slug: 'loaf',
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

  it.each([
    ['Loaf Cloud', 'Loaf Ltd', ' (Loaf Cloud, in its receipt Loaf Ltd)'],
    ['Loaf Ltd', 'Loaf Ltd', ' (Loaf Ltd)'],
    [undefined, undefined, ''],
  ] as const)('name the parties of the terms: %s, in the receipt %s', (organization, signedName, names) => {
    expect(termsParties({ slug: 'loaf', organization, signedName })).toBe(
      `<p>Between your company and the organization that publishes the trust page “loaf”${names}. Signet did not check who it is.</p>`,
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
  ])('%s is normalized to %s', (input, address) => {
    expect(mailAddressOf(input)).toBe(address)
  })
})

describe('allowed domain', () => {
  it.each([
    ['Acme.Example', 'acme.example'],
    ['acme.co.uk', 'acme.co.uk'],
    ['b\u00fccher.de', 'xn--bcher-kva.de'],
    ['mail.acme.de', 'mail.acme.de'],
  ])('%s is stored as %s', (input, domain) => {
    expect(allowedDomainOf(input)).toEqual({ domain })
  })

  it.each([
    ['com', /such as acme/],
    ['co.uk', /public suffix/],
    ['github.io', /public suffix/],
    ['xn--p1ai', /such as acme/],
    ['gmail.com', /free email/],
    ['GoogleMail.com', /free email/],
    ['proton.me', /free email/],
    ['hotmail.nl', /free email/],
    ['yahoo.com.mx', /free email/],
    ['live.se', /free email/],
    ['comcast.net', /free email/],
    ['*.acme.de', /such as acme/],
    ['@acme.de', /such as acme/],
    ['192.0.2.1', /such as acme/],
    ['acme.de/x', /such as acme/],
    ['acme.de.', /such as acme/],
    ['', /such as acme/],
  ])('%s is rejected', (input, rule) => {
    expect(allowedDomainOf(input).rule).toMatch(rule)
  })
})

describe('stamp text', () => {
  it('names recipient, time and request, and notes transliteration', () => {
    const recipient = { name: '\u5f20\u4f1f', company: 'Acme', mail: 'z@acme.example', id: 'r1' }
    expect(stampLines(recipient, new Date('2026-11-27T12:34:56.000Z'))).toEqual([
      'Provided to \u5f20\u4f1f, Acme (in Latin letters)',
      'z@acme.example \u00b7 27 November 2026, 12:34 UTC \u00b7 request r1',
    ])
  })
})
