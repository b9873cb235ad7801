import { trust } from '../api/trust.ts'

/** The largest artifact. */
export const ARTIFACT_BYTES = 10_485_760

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

const ending = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** `SOC 2 Report 2026.pdf` as a slug: `soc-2-report-2026`. */
export const slugOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '') || 'document'

/** Why a file is not taken; undefined: it may be sent. */
export const fileFault = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (TYPES[ending(name)] === undefined) return `${name} is of no type that is taken: ${ACCEPTED.replaceAll(',', ' ')}`
  if (size === 0) return `${name} is empty`
  return size > ARTIFACT_BYTES ? `${name} has more than 10 MiB` : undefined
}

/** A header holds no other letters than these as they are. */
const headerText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `UTF-8''${encodeURIComponent(text).replaceAll("'", '%27')}`

/** Stores a file as an artifact of a bundle; the same name again stands in its place. */
export const sendArtifact = (hash: string, file: File) =>
  trust.putTrustArtifact({
    ...{ hash, slug: slugOf(file.name), body: file },
    'content-type': TYPES[ending(file.name)] ?? file.type,
    'x-display-name': headerText(file.name.replace(/\.[a-z0-9]+$/i, '').slice(0, 120)),
  })
