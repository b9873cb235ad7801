import { type PutTrustArtifactOutput, type TrustArtifact, trust } from '../api/trust.ts'
import { extensionOf } from './file-slugs.ts'

const MAX_ARTIFACT_BYTES = 10_485_760

/** The largest file takes minutes on a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000

/** Media types by file extension, because browsers do not know all of them. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
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

export const ACCEPTED_EXTENSIONS = Object.keys(MEDIA_TYPES)
  .map((extension) => `.${extension}`)
  .join(',')

export interface DocumentUpload {
  readonly file: File
  readonly slug: string
  readonly name: string
  readonly excerpt: string
  /** `undefined`: the service keeps the stored access. */
  readonly access: TrustArtifact['access'] | undefined
  readonly isSigned: boolean
}

export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (MEDIA_TYPES[extensionOf(name)] === undefined)
    return `${name} has an unsupported file type. Use ${ACCEPTED_EXTENSIONS.replaceAll(',', ', ')}`
  if (size === 0) return `${name} is empty`
  return size > MAX_ARTIFACT_BYTES ? `${name} exceeds 10 MiB` : undefined
}

/** Encodes characters that a header cannot contain. */
const headerText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `UTF-8''${encodeURIComponent(text).replaceAll("'", '%27')}`

/** Uploads a file as an artifact of a bundle. An artifact with the same slug is replaced. */
export const sendArtifact = (hash: string, upload: DocumentUpload): Promise<PutTrustArtifactOutput> => {
  const { file, slug, name, excerpt, access, isSigned } = upload
  const excerptText = excerpt.trim().replaceAll(/\s+/g, ' ')
  return trust.putTrustArtifact(
    {
      hash,
      slug,
      body: file,
      'x-signed': isSigned ? 'true' : 'false',
      'content-type': MEDIA_TYPES[extensionOf(file.name)] ?? file.type,
      'x-display-name': headerText(name.trim()),
      ...(access === undefined ? {} : { 'x-access': access }),
      ...(excerptText === '' ? {} : { 'x-excerpt': headerText(excerptText) }),
    },
    { timeoutMs: UPLOAD_TIMEOUT_MS },
  )
}
