/** The databases that SQL is written for: PostgreSQL 14 or later, SQLite 3.37 or later (STRICT tables). */
export type SqlDialect = 'postgres' | 'sqlite'

const MAX_BYTES = 63
const HASH_LENGTH = 8
/** No UTF-16 unit takes more in UTF-8. */
const BYTES_PER_UNIT = 3

/** FNV-1a, 32 bits: enough to distinguish long names, and the same everywhere. */
const hashOf = (bytes: Uint8Array): string => {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(HASH_LENGTH, '0')
}

/**
 * A name that PostgreSQL keeps whole. It cuts identifiers at 63 bytes without a word, so longer ones end in a hash of
 * themselves here, in every dialect alike.
 */
export const sqlName = (name: string): string => {
  if (name.length * BYTES_PER_UNIT <= MAX_BYTES) return name
  const encoder = new TextEncoder()
  const bytes = encoder.encode(name)
  if (bytes.length <= MAX_BYTES) return name
  let head = ''
  let length = 0
  for (const character of name) {
    length += encoder.encode(character).length
    if (length > MAX_BYTES - HASH_LENGTH - 1) break
    head += character
  }
  return `${head}_${hashOf(bytes)}`
}

/** An identifier in double quotes, which makes reserved words and any character safe. */
export const quoted = (name: string): string => `"${sqlName(name).replaceAll('"', '""')}"`

/** Text as a literal. Both dialects take backslashes as they are. */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A JSON value as a literal; objects and arrays as their JSON text. */
export const literal = (value: unknown, dialect: SqlDialect): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value).toUpperCase() : value ? '1' : '0'
  return textLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Text between dollar signs, under a tag that it does not hold. */
export const dollarQuoted = (body: string): string => {
  let tag = '$body$'
  for (let i = 1; body.includes(tag); i += 1) tag = `$body${i}$`
  return `${tag}\n${body}\n${tag}`
}
