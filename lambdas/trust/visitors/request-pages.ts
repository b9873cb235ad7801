import { reply } from '@signet/contracts'
import { escaped, plainDocument, plainHeaders } from '@signet/ui/pages'
import { COMPANY_MAX, NAME_MAX, PROOF_MAILS_A_DAY } from '../contract/request-forms.ts'
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

/** What a form is about. */
export interface About {
  readonly organisation: string
  readonly artifactName: string
  /** Path of the trust page. */
  readonly back: string
}

const backLink = ({ back, organisation }: Pick<About, 'back' | 'organisation'>): string =>
  `<p><a href="${escaped(back)}">Back to the trust page of ${escaped(organisation)}</a></p>`

export interface FormPage extends About {
  readonly terms: RequestTerms
  readonly form: Form
  readonly faults: Faults
}

/** The form, with what was typed and what is wrong with it. */
export const formPage = ({ terms, form, faults, ...about }: FormPage) => {
  const organisation = escaped(about.organisation)
  const count = Object.keys(faults).length
  const [attributes, text] = faultOf(faults, 'accept')
  const wrong = count === 0 ? '' : '<p role="alert" class="warning">Something is missing or wrong: see below.</p>'
  return page(
    `Request “${about.artifactName}” from ${about.organisation}`,
    `<p>${organisation} gives this document out on request. Say who you are and accept the terms. You then get a mail with a link, which shows that the address is yours.</p>
    ${wrong}
    <form method="post" novalidate>
      ${FIELDS.map((field) => inputOf(form, faults, field)).join('')}
      <h2>${escaped(terms.title)}</h2>
      <p>Between your company and ${organisation}.</p>
      ${paragraphs(terms.text)}
      <input type="hidden" name="terms" value="${terms.sha256}">
      <p><label class="choice"><input type="checkbox" name="accept" value="yes" required${form.accept ? ' checked' : ''}${attributes}> I accept these terms</label></p>${text}
      <div class="actions"><button>Send the request</button></div>
    </form>
    <p>Your name, company and address are shown to ${organisation}, and stand on the copy that you get. They are kept for 400 days, and as long as you may have the document.</p>${backLink(about)}`,
  )
}

/** The same for every address: whether it has asked before is nobody's business. */
export const mailSentPage = (mail: string, about: About) =>
  page(
    'Check your mailbox',
    `<p role="status">If <strong>${escaped(mail)}</strong> has no request for this document yet, a mail is on its way. Open its link within 48 hours: only then does ${escaped(about.organisation)} see your request.</p>
    <p>Nothing there? Look into your spam folder. An address gets at most ${PROOF_MAILS_A_DAY} such mails a day.</p>${backLink(about)}`,
  )

const who = ({ name, company, mail }: Pick<RequestRow, 'name' | 'company' | 'mail'>): string =>
  `<dl><dt>Name</dt><dd>${escaped(name)}</dd><dt>Company</dt><dd>${escaped(company)}</dd><dt>Mail</dt><dd>${escaped(mail)}</dd></dl>`

/** What a row calls its organisation: one from before has no name. */
export const nameIn = ({ organisation }: Pick<RequestRow, 'organisation'>): string => organisation ?? 'The organisation'

/** What is about to be accepted, by whom and with whom, with its button. */
export const proofPage = (
  asked: Pick<RequestRow, 'name' | 'company' | 'mail' | 'artifact_name' | 'terms_title' | 'organisation'>,
  text: string,
) => {
  const organisation = escaped(nameIn(asked))
  return page(
    `Confirm your request for “${asked.artifact_name}”`,
    `<p>Your request goes to ${organisation}. Is this what you entered? If not, close this page, and nothing happens.</p>${who(asked)}
    <h2>${escaped(asked.terms_title)}</h2><p>Between your company and ${organisation}.</p>${paragraphs(text)}
    <form method="post"><button>Yes, I accept these terms</button></form>`,
  )
}

/** What proves the acceptance: its receipt, whose claims only the organisation can open, and the text by its hash. */
const proofLine = ({ receipt, terms_sha256 }: RequestRow, verify: string): string =>
  `<p>Your acceptance has a <a href="${escaped(verify)}">receipt</a>, by which anybody can check that it was made and when: <code>${receipt}</code>. Who accepted stays private. The SHA-256 of the text that you accepted is <code>${terms_sha256}</code>.</p>`

/** What becomes of the request from here on. */
export const provenPage = (row: RequestRow, state: string, verify: string) => {
  const proof = proofLine(row, verify)
  if (state === 'granted')
    return page(
      'Your request is granted',
      `<p role="status">A mail with a link to “${escaped(row.artifact_name)}” is on its way to ${escaped(row.mail)}.</p>${proof}`,
    )
  const text =
    state === 'pending'
      ? `Your request is with ${nameIn(row)}. The answer comes by mail.`
      : `${nameIn(row)} has answered this request by mail.`
  return page('Your address is confirmed', `<p role="status">${escaped(text)}</p>${proof}`)
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
    `<p>From ${escaped(nameIn(row))}, for ${escaped(row.name)}, ${escaped(row.company)}, under the terms “${escaped(row.terms_title)}”.</p>
    <p>${escaped(copy)} ${escaped(nameIn(row))} sees when it is downloaded.</p>
    <form method="post"><button>Download (${sizeText(size)})</button></form>
    <p>This link ends on <time datetime="${row.valid_until}">${(row.valid_until ?? '').slice(0, 16).replace('T', ' ')} UTC</time>. It is for you alone: do not pass it on.</p>`,
  )
