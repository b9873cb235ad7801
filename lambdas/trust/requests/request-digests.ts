import { tokenDigest } from '@signet/identity'
import type { SubmittedFormRow } from './request-table.ts'

type Of = Pick<SubmittedFormRow, 'receipt_hash' | 'artifact_slug' | 'artifact_since' | 'mail'>

/** Keyed, so that nobody finds addresses by trying. */
const digestOf = (pepper: string, purpose: string, org: string, parts: readonly string[]): string =>
  tokenDigest(pepper, `trust-${purpose}`, JSON.stringify([org, ...parts])).slice(0, 32)

/** Which artifact: one that was removed and made anew under its slug is another. */
const artifactOf = ({ receipt_hash, artifact_slug, artifact_since = '' }: Of) => [
  receipt_hash,
  artifact_slug,
  artifact_since,
]

/** What is one request: an address, and what it asks for. */
export const sameDigest = (pepper: string, org: string, of: Of): string =>
  digestOf(pepper, 'same', org, [...artifactOf(of), of.mail])

/** What is one form: a request, and all that was typed and accepted. */
export const formDigest = (
  pepper: string,
  org: string,
  form: Of & Pick<SubmittedFormRow, 'name' | 'company' | 'terms_sha256' | 'slug'>,
): string => {
  const { mail, name, company, terms_sha256, slug } = form
  return digestOf(pepper, 'form', org, [slug, ...artifactOf(form), mail, name, company, terms_sha256])
}

/** An address as mails of a kind to it are counted. */
export const mailDigest = (pepper: string, org: string, kind: string, mail: string): string =>
  digestOf(pepper, 'mail', org, [kind, mail])

/** The stored form of a link. */
export const linkDigest = (pepper: string, token: string): string => tokenDigest(pepper, 'trust-link', token)
