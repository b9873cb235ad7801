import { type PutTrustArtifactOutput, type TrustArtifact, trust } from '../api/trust.ts'
import { endingOf } from './file-slugs.ts'

const ARTIFACT_BYTES = 10_485_760

/** A slow line takes minutes for the largest. */
const PATIENCE_MS = 600_000

/** Media types by the endings of file names: a browser does not know all of them. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  json: 'application/json',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  xls: 'application/vnd.ms-excel',
}

export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',')

export interface DocumentUpload {
  readonly file: File
  readonly slug: string
  readonly name: string
  readonly excerpt: string
  /** undefined: the service keeps what is there. */
  readonly access: TrustArtifact['access'] | undefined
  readonly isSigned: boolean
}

export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (TYPES[endingOf(name)] === undefined)
    return `${name} is of no type that is taken: ${ACCEPTED.replaceAll(',', ' ')}`
  if (size === 0) return `${name} is empty`
  return size > ARTIFACT_BYTES ? `${name} has more than 10 MiB` : undefined
}

/** A header holds no other letters than these as they are. */
const headerText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `UTF-8''${encodeURIComponent(text).replaceAll("'", '%27')}`

/** Stores a file as an artifact of a bundle; the same slug again stands in its place. */
export const sendArtifact = (hash: string, sent: DocumentUpload): Promise<PutTrustArtifactOutput> => {
  const { file, slug, name, excerpt, access, isSigned } = sent
  const about = excerpt.trim().replaceAll(/\s+/g, ' ')
  return trust.putTrustArtifact(
    {
      hash,
      slug,
      body: file,
      'x-signed': isSigned ? 'true' : 'false',
      'content-type': TYPES[endingOf(file.name)] ?? file.type,
      'x-display-name': headerText(name.trim()),
      ...(access === undefined ? {} : { 'x-access': access }),
      ...(about === '' ? {} : { 'x-excerpt': headerText(about) }),
    },
    { timeoutMs: PATIENCE_MS },
  )
}
