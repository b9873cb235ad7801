import { reply } from '@signet/contracts'
import { escaped, plainDocument, plainHeaders } from '@signet/pages'
import { COMPANY_MAX, MAILS_A_DAY, NAME_MAX } from '../contract/request-forms.ts'
import type { RequestRow } from '../requests/request-table.ts'
import type { RequestTerms } from '../requests/terms-table.ts'
import type { Faults, Form } from './read-form.ts'

/** A form without an action is sent to the page's own address. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

/** A text of paragraphs that an empty line parts. */
export const paragraphs = (text: string): string =>
  text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll(/\r?\n/g, '<br>')}</p>`)
    .join('')

const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text', max: NAME_MAX, fill: 'name' },
  { name: 'company', label: 'Your company', type: 'text', max: COMPANY_MAX, fill: 'organization' },
  { name: 'mail', label: 'Your mail address at work', type: 'email', max: 254, fill: 'email' },
] as const

const faultOf = (faults: Faults, name: keyof Faults): readonly [attributes: string, text: string] => {
  const fault = faults[name]
  if (fault === undefined) return ['', '']
  const id = `fault-${name}`
  return [` aria-invalid="true" aria-describedby="${id}"`, `<p class="warning" id="${id}">${escaped(fault)}</p>`]
}

const inputOf = (form: Form, faults: Faults, { name, label, type, max, fill }: (typeof FIELDS)[number]): string => {
  const [attributes, text] = faultOf(faults, name)
  return `<p><label for="${name}">${label}</label><br>
    <input id="${name}" name="${name}" type="${type}" maxlength="${max}" autocomplete="${fill}" required value="${escaped(form[name])}"${attributes}></p>${text}`
}

export interface FormPage {
  readonly artifactName: string
  readonly terms: RequestTerms
  readonly form: Form
  readonly faults: Faults
}

/** The form, with what was typed and what is wrong with it. */
export const formPage = ({ artifactName, terms, form, faults }: FormPage) => {
  const count = Object.keys(faults).length
  const [attributes, text] = faultOf(faults, 'accept')
  const wrong = count === 0 ? '' : '<p role="alert" class="warning">Something is missing or wrong: see below.</p>'
  return page(
    `Request “${artifactName}”`,
    `<p>This document is given out on request. Say who you are and accept the terms. You then get a mail with a link, which shows that the address is yours.</p>
    ${wrong}
    <form method="post" novalidate>
      ${FIELDS.map((field) => inputOf(form, faults, field)).join('')}
      <h2>${escaped(terms.title)}</h2>
      ${paragraphs(terms.text)}
      <input type="hidden" name="terms" value="${terms.sha256}">
      <p><label class="choice"><input type="checkbox" name="accept" value="yes" required${form.accept ? ' checked' : ''}${attributes}> I accept these terms</label></p>${text}
      <div class="actions"><button>Send the request</button></div>
    </form>
    <p>Your name, company and address are shown to the organisation, and stand on the copy that you get.</p>`,
  )
}

/** The same for every address: whether it has asked before is nobody's business. */
export const mailSentPage = (mail: string) =>
  page(
    'Look into your mailbox',
    `<p role="status">If <strong>${escaped(mail)}</strong> has no request for this document yet, a mail is on its way. Open its link within 48 hours: only then does the organisation see your request.</p>
    <p>Nothing there? Look into the folder for spam. An address gets at most ${MAILS_A_DAY} mails a day.</p>`,
  )

const who = ({ name, company, mail }: Pick<RequestRow, 'name' | 'company' | 'mail'>): string =>
  `<dl><dt>Name</dt><dd>${escaped(name)}</dd><dt>Company</dt><dd>${escaped(company)}</dd><dt>Mail</dt><dd>${escaped(mail)}</dd></dl>`

/** What is about to be accepted, by whom, with its button. */
export const proofPage = (
  asked: Pick<RequestRow, 'name' | 'company' | 'mail' | 'artifact_name' | 'terms_title'>,
  text: string,
) =>
  page(
    `Confirm your request for “${asked.artifact_name}”`,
    `<p>Is this what you entered? If not, close this page, and nothing happens.</p>${who(asked)}
    <h2>${escaped(asked.terms_title)}</h2>${paragraphs(text)}
    <form method="post"><button>Yes, I accept these terms</button></form>`,
  )

const receiptLine = (receipt: string): string =>
  `<p>Your acceptance has a receipt, by which anybody can check that it was made: <code>${receipt}</code></p>`

/** What becomes of the request from here on. */
export const provenPage = (row: RequestRow, state: string) => {
  if (state === 'granted')
    return page(
      'Your request is granted',
      `<p role="status">A mail with a link to “${escaped(row.artifact_name)}” is on its way to ${escaped(row.mail)}.</p>${receiptLine(row.receipt)}`,
    )
  const text =
    state === 'pending'
      ? 'The organisation has your request. Its answer comes by mail.'
      : 'The organisation has answered this request by mail.'
  return page('Your request is with the organisation', `<p role="status">${text}</p>${receiptLine(row.receipt)}`)
}

/** Of an address whose earlier request stands. */
export const knownPage = () =>
  page(
    'You have asked before',
    '<p role="status">A request of this address for this document stands already. Its answer comes, or came, by mail.</p>',
  )

export interface GrantPage {
  readonly row: RequestRow
  readonly artifactName: string
  readonly size: number
  /** How the copy is, in a sentence. */
  readonly copy: string
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The page of a link: a button, because mail scanners open links, too. */
export const grantPage = ({ row, artifactName, size, copy }: GrantPage) =>
  page(
    artifactName,
    `<p>For ${escaped(row.name)}, ${escaped(row.company)}, under the terms “${escaped(row.terms_title)}”.</p>
    <p>${escaped(copy)} The organisation sees when it is downloaded.</p>
    <form method="post"><button>Download (${sizeText(size)})</button></form>
    <p>This link ends on <time datetime="${row.valid_until}">${(row.valid_until ?? '').slice(0, 16).replace('T', ' ')} UTC</time>. It is for you alone: do not pass it on.</p>`,
  )
