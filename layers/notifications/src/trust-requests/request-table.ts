import { tokenDigest } from '@signet/identity'
import { addMs, type Clock, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { openRequestRow, type REQUEST_STATES, requestRow, sameRequestRow, submittedFormRow } from './request-rows.ts'

export type RequestRow = RowOf<typeof requestRow>
export type SubmittedFormRow = RowOf<typeof submittedFormRow>

export type RequestState = (typeof REQUEST_STATES)[number]

const DAY_MS = 86_400_000

/** Days for which a request is stored after its address was verified. */
const RETENTION_DAYS = 400

export const requestTables = (deps: TableDeps) => ({
  forms: rowTable(submittedFormRow, deps),
  requests: rowTable(requestRow, deps),
  open: rowTable(openRequestRow, deps),
  same: rowTable(sameRequestRow, deps),
})
export type RequestTables = ReturnType<typeof requestTables>

/** Returns the state of a request. `expired` is derived from the time and never stored. */
export const stateOf = ({ state, valid_until }: RequestRow, now: Date): RequestState =>
  state === 'granted' && (valid_until ?? '') <= now.toISOString() ? 'expired' : state

export const requestExpiry = (provenAt: string, validUntil: string | null): string => {
  const minimum = addMs(new Date(provenAt), RETENTION_DAYS * DAY_MS).toISOString()
  return validUntil !== null && validUntil > minimum ? validUntil : minimum
}

export const grantExpiry = (now: Date, validDays: number): string => addMs(now, validDays * DAY_MS).toISOString()

export type RequestSubject = Pick<SubmittedFormRow, 'receipt_hash' | 'artifact_slug' | 'artifact_since' | 'mail'>

/** Returns a keyed digest, so that addresses cannot be found by trying. */
const digestOf = (pepper: string, purpose: string, org: string, parts: readonly string[]): string =>
  tokenDigest(pepper, `trust-${purpose}`, JSON.stringify([org, ...parts])).slice(0, 32)

/** An artifact that was removed and created again under its slug is a different artifact. */
const artifactParts = ({ receipt_hash, artifact_slug, artifact_since = '' }: RequestSubject) => [
  receipt_hash,
  artifact_slug,
  artifact_since,
]

export const sameDigest = (pepper: string, org: string, subject: RequestSubject): string =>
  digestOf(pepper, 'same', org, [...artifactParts(subject), subject.mail])

export const formDigest = (
  pepper: string,
  org: string,
  form: RequestSubject & Pick<SubmittedFormRow, 'name' | 'company' | 'terms_sha256' | 'slug'>,
): string => {
  const { mail, name, company, terms_sha256, slug } = form
  return digestOf(pepper, 'form', org, [slug, ...artifactParts(form), mail, name, company, terms_sha256])
}

export interface ExistingRequestDeps {
  readonly tables: Pick<RequestTables, 'same' | 'requests'>
  readonly pepper: SecretSource
  readonly now: Clock
}

export const hasExistingRequest = async (
  { tables, pepper, now }: ExistingRequestDeps,
  org: string,
  subject: RequestSubject,
): Promise<boolean> => {
  const same = await tables.same.get({ org, digest: sameDigest(await pepper(), org, subject) })
  const row = same && (await tables.requests.get({ org, id: same.id }))
  return row !== undefined && ['pending', 'granted'].includes(stateOf(row, now()))
}

/**
 * Returns true if an artifact is the requested one. Its bytes may have been replaced since. An artifact that was
 * removed and created again under the same slug is a different one.
 */
export const isRequestedArtifact = (
  artifact: { readonly created_at: string } | undefined,
  { artifact_since = artifact?.created_at }: Pick<SubmittedFormRow, 'artifact_since'>,
): boolean => artifact !== undefined && artifact.created_at === artifact_since
