import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { rowTable } from '@signet/kernel'
import { openRequestRow, requestRow } from '@signet/notifications/trust-requests/rows'
import { type Answer, call } from '../../support/api.ts'
import { orgOf } from '../../support/images.ts'
import { table } from '../../support/keys.ts'
import { type ReceivedMail, waitForMail } from '../../support/mails.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'
import { newHash, newSlug, putArtifactAs, putSlugAs, type Upload } from './trust-world.ts'

/** The fields of request responses that tests use. */
export interface RequestBody {
  readonly id: string
  readonly state: string
  readonly name: string
  readonly company: string
  readonly mail: string
  readonly artifact_name: string
  readonly receipt: string
  readonly terms_sha256: string
  readonly content_hash: string
  readonly decided_by: string | null
  readonly valid_until: string | null
  readonly requests: readonly RequestBody[]
  readonly readers: readonly ReaderBody[]
  readonly next_cursor: string | null
  readonly text: string
  readonly title: string
  readonly sha256: string
  readonly validDays: number
  readonly allowedDomains: readonly string[]
  readonly isDefault: boolean
  readonly code?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

interface ReaderBody {
  readonly stamp: string
  readonly mail: string
  readonly network: string
  readonly content_hash: string
  readonly served_hash: string
  readonly request_id: string
}

/** A page of an organization with an artifact on request. */
export interface Offer {
  readonly owner: Person
  readonly slug: string
  readonly hash: string
  readonly artifact: string
}

/** Each test uses its own address, because requests are counted per address. */
let addresses = 0
export const newAddress = (): string => {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

export const newMail = (domain = 'buyer.example'): string => `${randomUUID()}@${domain}`

/** Creates a PDF with some pages. */
export const pdfOf = async (pages = 2): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  for (let page = 0; page < pages; page++) pdf.addPage([595, 842]).drawText(`Page ${page + 1}`)
  return pdf.save()
}

export const newOffer = async (upload: Upload = {}, owner?: Person): Promise<Offer> => {
  const person = owner ?? (await newPerson())
  const slug = newSlug()
  const hash = newHash()
  const artifact = 'pentest'
  await putSlugAs(person, slug, hash)
  const headers = { 'x-access': 'request', ...upload.headers }
  const { status } = await putArtifactAs(person, hash, artifact, { name: 'Pentest 2026', ...upload, headers })
  if (status !== 201) throw new Error(`Storing the artifact returned ${status}`)
  return { owner: person, slug, hash, artifact }
}

const HTML = { accept: 'text/html' }
const FORM = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' }

/** The response with a page for visitors. */
export interface VisitorPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly bytes: Uint8Array
}

const pageOf = ({ status, headers, bytes }: Answer<unknown>): VisitorPage => ({
  status,
  headers,
  bytes,
  html: Buffer.from(bytes).toString(),
})

const visit = async (method: 'GET' | 'POST', path: string, as: string, options: object = {}): Promise<VisitorPage> =>
  pageOf(await call(method, path, { from: newAddress(), headers: HTML, as, ...options }))

const formPath = ({ slug, artifact }: Pick<Offer, 'slug' | 'artifact'>) => `/trust/${slug}/request/${artifact}`

export const openForm = (offer: Pick<Offer, 'slug' | 'artifact'>): Promise<VisitorPage> =>
  visit('GET', formPath(offer), 'showTrustRequestForm')

/** Returns the SHA-256 of the terms in a form. */
export const termsSha256In = ({ html }: VisitorPage): string =>
  /name="terms" value="([0-9a-f]{64})"/.exec(html)?.[1] ?? ''

export interface FormInput {
  readonly name?: string
  readonly company?: string
  readonly mail?: string
  readonly accept?: string
  readonly terms?: string
}

/** Fills in and submits the form like a visitor. */
export const sendForm = async (
  offer: Pick<Offer, 'slug' | 'artifact'>,
  input: FormInput = {},
): Promise<VisitorPage> => {
  const terms = input.terms ?? termsSha256In(await openForm(offer))
  const form = { name: 'Grace Hopper', company: 'Buyer Ltd', mail: newMail(), accept: 'yes', ...input, terms }
  const raw = new URLSearchParams(form).toString()
  return visit('POST', formPath(offer), 'sendTrustRequestForm', { raw, headers: FORM })
}

/** Returns the path of the link in an email. */
export const linkPathOf = ({ text }: ReceivedMail): string => /\/trust\/\S+/.exec(text)?.[0] ?? ''

export const proofOf = async (mail: string): Promise<string> =>
  linkPathOf(await waitForMail(mail, ({ text }) => text.includes('/proof/')))
export const grantOf = async (mail: string): Promise<string> =>
  linkPathOf(await waitForMail(mail, ({ text }) => text.includes('/grant/')))

export const openProof = (path: string): Promise<VisitorPage> => visit('GET', path, 'showTrustProof')
export const prove = (path: string): Promise<VisitorPage> => visit('POST', path, 'proveTrustMail')
export const openGrant = (path: string): Promise<VisitorPage> => visit('GET', path, 'showTrustGrant')
export const download = (path: string, from = newAddress()): Promise<VisitorPage> =>
  visit('POST', path, 'downloadTrustArtifact', { from })

const REQUESTS = '/api/trust/requests'

export const listRequestsAs = (person: Person, query = '') =>
  asPerson<RequestBody>(person, 'GET', `${REQUESTS}${query}`, { as: 'listTrustRequests' })
export const getRequestAs = (person: Person, id: string) =>
  asPerson<RequestBody>(person, 'GET', `${REQUESTS}/${id}`, { as: 'getTrustRequest' })

const OPERATIONS = {
  approve: 'approveTrustRequest',
  decline: 'declineTrustRequest',
  revoke: 'revokeTrustRequest',
} as const
export const decideAs = (person: Person, id: string, verb: keyof typeof OPERATIONS) =>
  asPerson<RequestBody>(person, 'POST', `${REQUESTS}/${id}/${verb}`, { as: OPERATIONS[verb] })

export const readersAs = (person: Person, query = '') =>
  asPerson<RequestBody>(person, 'GET', `/api/trust/readers${query}`, { as: 'listTrustReaders' })

const TERMS = '/api/trust/terms'
export const getTermsAs = (person: Person) => asPerson<RequestBody>(person, 'GET', TERMS, { as: 'getTrustTerms' })
export const getTextAs = (person: Person, sha256: string) =>
  asPerson<RequestBody>(person, 'GET', `${TERMS}/${sha256}`, { as: 'getTrustTermsText' })
export const putTermsAs = (person: Person, terms: object) =>
  asPerson<RequestBody>(person, 'PUT', TERMS, {
    body: { title: 'Our terms', text: 'Keep it to yourself', ...terms },
    as: 'putTrustTerms',
  })

/** Creates a request with a confirmed address and returns it as listed for its owner. */
export const newRequest = async (offer: Offer, input: FormInput = {}): Promise<RequestBody> => {
  const mail = input.mail ?? newMail()
  await sendForm(offer, { ...input, mail })
  await prove(await proofOf(mail))
  const { body } = await listRequestsAs(offer.owner)
  const request = body.requests.find((request) => request.mail === mail)
  if (!request) throw new Error('The request is not listed')
  return request
}

/** Stores pending requests of an offer as rows. */
export const storePendingRequests = async ({ owner }: Offer, count: number): Promise<void> => {
  const org = await orgOf(owner)
  const rows = rowTable(openRequestRow, { db: table(), table: testStack().table, now: () => new Date() })
  const pendingRow = (nth: number) => ({ id: `waiting-${nth}`, kept_until: '2099-01-01T00:00:00.000Z' })
  await Promise.all(
    Array.from({ length: count }, (_, nth) => rows.putNew({ org, id: pendingRow(nth).id }, pendingRow(nth))),
  )
}

/** Stores a pending request of a named visitor as a row. */
export const storeRequest = async (org: string, name: string): Promise<string> => {
  const id = randomUUID()
  const at = new Date().toISOString()
  const hash = newHash()
  const rows = rowTable(requestRow, { db: table(), table: testStack().table, now: () => new Date() })
  await rows.putNew(
    { org, id },
    {
      id,
      slug: 'page',
      receipt_hash: hash,
      artifact_slug: 'pentest',
      artifact_name: 'Pentest',
      name,
      company: 'Buyer Ltd',
      mail: newMail(),
      terms_title: 'Terms',
      terms_sha256: hash,
      requested_at: at,
      base_url: 'https://signet.example',
      state: 'pending',
      version: 1,
      content_hash: hash,
      receipt: hash,
      proven_at: at,
      decided_at: null,
      decided_by: null,
      valid_until: null,
      kept_until: '2099-01-01T00:00:00.000Z',
    },
  )
  return id
}
