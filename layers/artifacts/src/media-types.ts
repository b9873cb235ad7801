export const ARTIFACT_TYPES = [
  'application/pdf',
  'application/json',
  'application/ld+json',
  'application/schema+json',
  'text/plain',
  'text/markdown',
  'text/csv',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.ms-excel',
] as const

export type ArtifactType = (typeof ARTIFACT_TYPES)[number]

/** Browsers on Windows send this type for a ZIP; rows store application/zip. */
const ALIASES: Readonly<Record<string, ArtifactType>> = { 'application/x-zip-compressed': 'application/zip' }

interface MediaType {
  readonly essence: string
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/** RFC 9110, section 8.3.1: tokens, and a parameter's value as a token or in quotation marks. */
const ESSENCE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/
const PARAMETER = /^([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"([\w!#$%&'*+.^`|~ -]*)")$/

const MAX_HEADER_LENGTH = 256

/**
 * Parses a media type, in lower case; undefined if the header is invalid. Quoted values must not contain a semicolon or
 * an escape.
 */
const parseMediaType = (header: string): MediaType | undefined => {
  if (header.length > MAX_HEADER_LENGTH) return undefined
  const [essence = '', ...rest] = header.split(';').map((part) => part.trim())
  if (!ESSENCE.test(essence)) return undefined
  const parameters: [string, string][] = []
  for (const part of rest) {
    const [, name, token, quoted] = PARAMETER.exec(part) ?? []
    if (name === undefined) return undefined
    parameters.push([name.toLowerCase(), (token ?? quoted ?? '').toLowerCase()])
  }
  return { essence: essence.toLowerCase(), parameters }
}

const isTextual = (type: ArtifactType): boolean => type.startsWith('text/') || type.endsWith('json')

const asArtifactType = (essence: string): ArtifactType | undefined =>
  ALIASES[essence] ?? ARTIFACT_TYPES.find((type) => type === essence)

/**
 * Checks that a Content-Type header is a valid media type, allowed or not. An invalid one is invalid input, not an
 * unsupported type.
 */
export const isMediaType = (header: string): boolean => parseMediaType(header) !== undefined

/**
 * Returns the allowed type that a Content-Type header declares (spec platform-api 4.6), in lower case and without
 * parameters. The only parameter allowed is one `charset=utf-8`, for text and the JSON family, which must be UTF-8
 * anyway. `application/x-zip-compressed` becomes `application/zip`. Undefined for everything else.
 */
export const declaredType = (header: string): ArtifactType | undefined => {
  const parsed = parseMediaType(header)
  const type = parsed && asArtifactType(parsed.essence)
  if (!type || parsed.parameters.length > 1) return undefined
  const hasAllowedParameters = parsed.parameters.every(
    ([name, value]) => name === 'charset' && value === 'utf-8' && isTextual(type),
  )
  return hasAllowedParameters ? type : undefined
}
