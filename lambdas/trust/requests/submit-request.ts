import { trustSlugOf } from '@signet/artifacts'
import { nameText, reply } from '@signet/contracts'
import {
  type NewId,
  notFound,
  type Route,
  type RowOf,
  type RowTable,
  refusal,
  route,
  type SecretSource,
  type TableDeps,
  transact,
} from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { DAILY_MAIL_LIMITS } from '@signet/notifications/mail/limits'
import { formDigest, type RequestTables, type SubmittedFormRow } from '@signet/notifications/trust-requests'
import {
  escapeHtml,
  type FormField,
  fieldFault,
  formField,
  paragraphs,
  pathAt,
  plainDocument,
  plainHeaders,
} from '@signet/ui/pages'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { formSubmittedEvent } from '../contract/request-events.ts'
import { COMPANY_MAX, NAME_MAX, sendRequestForm, showRequestForm } from '../contract/request-forms.ts'
import { OPEN_REQUESTS_MAX } from '../contract/requests.ts'
import { type NameDeps, organizationNames, pageStateOf, type SlugDeps } from '../views/slug-state.ts'
import { mailAddressOf } from './mail-address.ts'
import { type TermsOrganization, termsParties } from './terms-parties.ts'
import type { RequestTerms, TermsTable } from './terms-table.ts'

export interface SubmitDeps extends TableDeps, SlugDeps, NameDeps {
  readonly artifacts: Pick<RowTable<typeof artifactRow>, 'get'>
  readonly tables: RequestTables
  readonly terms: Pick<TermsTable, 'current' | 'retainText'>
  readonly outbox: Outbox
  readonly pepper: SecretSource
  readonly newId: NewId
}

export interface OfferedArtifact {
  readonly org: string
  readonly slug: string
  readonly artifact: RowOf<typeof artifactRow>
  readonly organization: string
  /** Name of the organization in the receipt of the page. */
  readonly signedName?: string | undefined
}

/** Returns the artifact of a path; `undefined` if it does not exist or is public. */
const offeredArtifact = async (
  deps: SubmitDeps,
  path: { readonly slug: string; readonly artifact: string },
): Promise<OfferedArtifact | undefined> => {
  const name = trustSlugOf(path.artifact)
  const state = name === undefined ? undefined : await pageStateOf(deps, path.slug)
  if (name === undefined || state === undefined) return undefined
  const { org, slug, hash } = state
  const [artifact, names] = await Promise.all([
    deps.artifacts.get({ org, hash, slug: name }),
    organizationNames(deps, state),
  ])
  return artifact?.access === 'request' ? { org, slug, artifact, ...names } : undefined
}

export interface VisitorInput {
  readonly name: string
  readonly company: string
  readonly mail: string
}

interface FormFields extends VisitorInput {
  readonly accept: boolean
}

type FormFaults = Readonly<Partial<Record<keyof FormFields, string>>>

const EMPTY_FORM: FormFields = { name: '', company: '', mail: '', accept: false }

const REDISPLAYED_MAX = 300

const lineError = (text: string, max: number, fieldName: string): string | undefined => {
  if (text === '') return `Enter ${fieldName}.`
  if (text.length > max) return `Use at most ${max} characters.`
  return nameText(max).safeParse(text).success ? undefined : 'Use a single line without control characters.'
}

/**
 * Parses a submitted form. The acceptance counts only if the terms have not changed since the form was shown.
 * @param currentTermsSha256 SHA-256 of the current terms
 */
export const readForm = (
  body: string,
  currentTermsSha256: string,
): { readonly form: FormFields; readonly faults: FormFaults; readonly validInput: VisitorInput | undefined } => {
  const formData = new URLSearchParams(body)
  const field = (name: string): string => (formData.get(name) ?? '').trim().normalize('NFC')
  const name = field('name')
  const company = field('company')
  const mail = field('mail')
  const address = mailAddressOf(mail)
  const isChanged = formData.get('terms') !== currentTermsSha256
  const accept = formData.get('accept') === 'yes' && !isChanged
  const checks = {
    name: lineError(name, NAME_MAX, 'your name'),
    company: lineError(company, COMPANY_MAX, 'your company'),
    mail: address === undefined ? 'Enter an email address, such as ada@acme.example.' : undefined,
    accept: accept ? undefined : 'Accept the terms to continue.',
  }
  if (isChanged && formData.get('accept') === 'yes')
    checks.accept = 'The terms have changed. Read and accept them again.'
  const faults = Object.fromEntries(Object.entries(checks).filter(([, fault]) => fault !== undefined))
  const form = {
    name: name.slice(0, REDISPLAYED_MAX),
    company: company.slice(0, REDISPLAYED_MAX),
    mail: mail.slice(0, REDISPLAYED_MAX),
    accept,
  }
  const isValid = Object.keys(faults).length === 0 && address !== undefined
  return { form, faults, validInput: isValid ? { name, company, mail: address } : undefined }
}

/**
 * Stores a form and the event that emails a confirmation link to its address. Submitting the same form again keeps one
 * row and sends another email. Existing requests of the address are checked only when the email is sent, so that the
 * response time does not reveal them.
 * @returns `full` if too many requests are pending
 */
export const submitRequest =
  (deps: Omit<SubmitDeps, keyof SlugDeps | keyof NameDeps | 'artifacts'>) =>
  async (
    offered: OfferedArtifact,
    terms: RequestTerms,
    visitor: VisitorInput,
    base_url: string,
  ): Promise<'taken' | 'full'> => {
    const { tables, outbox, newId, now } = deps
    const { org, slug, artifact, organization } = offered
    const { receipt_hash, artifact_slug, display_name: artifact_name, created_at: artifact_since } = artifact
    const subject = { receipt_hash, artifact_slug, artifact_name, artifact_since }
    const form = { slug, ...subject, ...visitor, terms_sha256: terms.sha256 }
    if ((await tables.open.all({ org })).length >= OPEN_REQUESTS_MAX) return 'full'
    await deps.terms.retainText(org, terms)
    const digest = formDigest(await deps.pepper(), org, form)
    const events = await transact(deps, async () => {
      const time = now()
      const existing = await tables.forms.get({ org, digest })
      const row: SubmittedFormRow = {
        id: existing?.id ?? newId(),
        ...form,
        terms_title: terms.title,
        organization,
        requested_at: existing?.requested_at ?? time.toISOString(),
        base_url,
      }
      const submittedEvents = [formSubmittedEvent(org, digest, row, time)]
      const formStep = existing
        ? tables.forms.steps.replace({ org, digest }, row, { id: existing.id })
        : tables.forms.steps.putNew({ org, digest }, row)
      return { steps: [formStep, ...outbox.steps(submittedEvents)], result: submittedEvents }
    })
    await outbox.publish(events)
    return 'taken'
  }

/** Returns a page for visitors. A form without an action is submitted to the URL of the page. */
export const visitorPage = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text', maxLength: NAME_MAX, autocomplete: 'name' },
  { name: 'company', label: 'Your company', type: 'text', maxLength: COMPANY_MAX, autocomplete: 'organization' },
  { name: 'mail', label: 'Your work email address', type: 'email', maxLength: 254, autocomplete: 'email' },
] as const satisfies readonly FormField[]

interface FormSubject extends TermsOrganization {
  readonly organization: string
  readonly artifactName: string
  readonly trustPageUrl: string
}

const backLink = ({ trustPageUrl, organization }: FormSubject): string =>
  `<p><a href="${escapeHtml(trustPageUrl)}">Back to the trust page of ${escapeHtml(organization)}</a></p>`

export interface FormPage extends FormSubject {
  readonly terms: RequestTerms
  readonly form: FormFields
  readonly faults: FormFaults
}

export const formPage = ({ terms, form, faults, ...subject }: FormPage) => {
  const organization = escapeHtml(subject.organization)
  const hasFaults = Object.keys(faults).length > 0
  const acceptError = fieldFault('accept', faults.accept)
  const errorSummary = hasFaults
    ? '<p role="alert" class="warning">Some fields are missing or invalid. See the messages below.</p>'
    : ''
  return visitorPage(
    `Request “${subject.artifactName}” from ${subject.organization}`,
    `<p>${organization} provides this document on request. Enter your details and accept the terms. You then get an email with a link that confirms your address.</p>
    ${errorSummary}
    <form method="post" novalidate>
      ${FIELDS.map((field) => formField(field, form[field.name], faults[field.name])).join('')}
      <h2>${escapeHtml(terms.title)}</h2>
      ${termsParties(subject)}
      ${paragraphs(terms.text)}
      <input type="hidden" name="terms" value="${terms.sha256}">
      <p><label class="choice"><input type="checkbox" name="accept" value="yes" required${form.accept ? ' checked' : ''}${acceptError.attributes}> I accept these terms</label></p>${acceptError.text}
      <div class="actions"><button>Send request</button></div>
    </form>
    <p>${organization} sees your name, company and email address. They can also appear on your copy of the document. These details are stored for 400 days, or until your access ends, whichever is later.</p>${backLink(subject)}`,
  )
}

/** The page is the same for every address, so that it does not reveal whether the address has a request. */
const mailSentPage = (mail: string, subject: FormSubject) =>
  visitorPage(
    'Check your inbox',
    `<p role="status">If <strong>${escapeHtml(mail)}</strong> has no request for this document yet, an email is on its way to this address. Open the link in the email within 48 hours and confirm the request. ${escapeHtml(subject.organization)} sees your request only after you confirm it.</p>
    <p>No email? Check your spam folder. An address gets at most ${DAILY_MAIL_LIMITS.proof} of these emails per day.</p>${backLink(subject)}`,
  )

export const pageNotFound = () => notFound('The page does not exist, or its documents are not available on request')

export const tooManyRequests = () =>
  refusal('trust_requests_full', 'Too many requests are pending. Try again in a few days')

const subjectOf = ({ slug, organization, signedName, artifact }: OfferedArtifact, baseUrl: string): FormSubject => ({
  slug,
  signedName,
  organization,
  artifactName: artifact.display_name,
  trustPageUrl: pathAt(baseUrl, `/trust/${slug}`),
})

/** Routes of the form with which visitors request an artifact. The form works without JavaScript. */
export const formRoutes = (deps: SubmitDeps): Route[] => {
  const submit = submitRequest(deps)
  return [
    route(showRequestForm, async ({ params, baseUrl }) => {
      const offered = await offeredArtifact(deps, params)
      if (!offered) return pageNotFound()
      const terms = await deps.terms.current(offered.org)
      return formPage({ ...subjectOf(offered, baseUrl), terms, form: EMPTY_FORM, faults: {} })
    }),
    route(sendRequestForm, async ({ params, body, baseUrl }) => {
      const offered = await offeredArtifact(deps, params)
      if (!offered) return pageNotFound()
      const terms = await deps.terms.current(offered.org)
      const { form, faults, validInput } = readForm(String(body), terms.sha256)
      const subject = subjectOf(offered, baseUrl)
      if (!validInput) return formPage({ ...subject, terms, form, faults })
      if ((await submit(offered, terms, validInput, baseUrl)) === 'full') return tooManyRequests()
      return mailSentPage(validInput.mail, subject)
    }),
  ]
}
