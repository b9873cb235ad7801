/** The supported SQL databases: PostgreSQL 14 or later, SQLite 3.37 or later (STRICT tables). */
export type SqlDialect = 'postgres' | 'sqlite'

const MAX_BYTES = 63
const HASH_LENGTH = 8
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_UNIT = 3

/** 32-bit FNV-1a: enough to distinguish long names, and the same everywhere. */
const hashOf = (bytes: Uint8Array): string => {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(16).padStart(HASH_LENGTH, '0')
}

/**
 * Returns a name that PostgreSQL stores unchanged. PostgreSQL silently cuts identifiers at 63 bytes, so longer ones end
 * in a hash of the name, in every dialect.
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

/** Returns an identifier in double quotes, which permit reserved words and any character. */
export const quoted = (name: string): string => `"${sqlName(name).replaceAll('"', '""')}"`

/** Returns text as a literal. Both dialects treat backslashes as plain characters. */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns a JSON value as a literal; objects and arrays as their JSON text. */
export const literal = (value: unknown, dialect: SqlDialect): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value).toUpperCase() : value ? '1' : '0'
  return textLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns text between dollar quotes, with a tag that it does not contain. */
export const dollarQuoted = (body: string): string => {
  let tag = '$body$'
  for (let i = 1; body.includes(tag); i += 1) tag = `$body${i}$`
  return `${tag}\n${body}\n${tag}`
}
