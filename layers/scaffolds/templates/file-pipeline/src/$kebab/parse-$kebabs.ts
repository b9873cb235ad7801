/** Maximum file size in bytes. */
export const MAX_FILE_BYTES = $maxBytes
export const MAX_LINES = 50_000
const MAX_COLUMNS = 20

/** A valid line. */
export interface $EntityLine {
  readonly line: number
  readonly id: string
  readonly amountCents: number
}

/** An invalid line with the reason. The text of the line is omitted, because it may contain anything. */
export interface Rejection {
  readonly line: number
  readonly reason: string
}

export interface Parsed$Entities {
  readonly accepted: readonly $EntityLine[]
  readonly rejected: readonly Rejection[]
}

/** A file that cannot be processed as a whole. */
export class UnusableFile extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnusableFile'
  }
}

/** Signatures of binary files that are often named .csv: ZIP and Office, PDF, GZIP, PNG, OLE2. */
const BINARY_SIGNATURES = ['504b0304', '25504446', '1f8b', '89504e47', 'd0cf11e0']

/**
 * Decodes the text of a file.
 * @throws UnusableFile for bytes that are not UTF-8 text.
 */
export const textOf = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (BINARY_SIGNATURES.some((signature) => start.startsWith(signature)))
    throw new UnusableFile('The content is not text')
  if (bytes.includes(0)) throw new UnusableFile('The content is not text: it contains NUL bytes')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFile('The content is not UTF-8')
  }
}

/** Splits a line of CSV (RFC 4180, without line breaks in quotes). Returns undefined if a quote is not closed. */
export const fieldsOf = (line: string): readonly string[] | undefined => {
  const fields: string[] = []
  let position = 0
  while (position <= line.length) {
    if (fields.length === MAX_COLUMNS) return undefined
    if (line[position] !== '"') {
      const end = line.indexOf(',', position)
      fields.push(line.slice(position, end === -1 ? line.length : end))
      position = end === -1 ? line.length + 1 : end + 1
      continue
    }
    let field = ''
    for (position += 1; ; position += 2) {
      const quote = line.indexOf('"', position)
      if (quote === -1) return undefined
      field += line.slice(position, quote)
      position = quote
      if (line[quote + 1] !== '"') break
      field += '"'
    }
    fields.push(field)
    if (position + 1 < line.length && line[position + 1] !== ',') return undefined
    position += 2
  }
  return fields
}

const parseLine = (line: string, number: number): $EntityLine | Rejection => {
  const [id = '', amount = '', ...extraFields] = fieldsOf(line) ?? []
  if (extraFields.length > 0 || id === '') return { line: number, reason: 'must have two fields: id and amount' }
  if (!/^[A-Za-z0-9._:-]{1,64}$/.test(id))
    return { line: number, reason: 'id may only contain letters, digits and ._:-' }
  if (!/^-?[0-9]{1,9}([.][0-9]{2})?$/.test(amount))
    return { line: number, reason: 'amount must have the form 12 or 12.50' }
  return { line: number, id, amountCents: Math.round(Number(amount) * 100) }
}

/** Parses a file with the header id,amount. Accepts or rejects every line; later lines with the same ID are rejected. */
export const parse$Entities = (text: string): Parsed$Entities => {
  const lines = text.replace(/^[\uFEFF]/, '').split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length > MAX_LINES + 1) throw new UnusableFile(`The file has more than ${MAX_LINES} lines`)
  if (fieldsOf(lines[0] ?? '')?.join() !== 'id,amount') throw new UnusableFile('The first line must be id,amount')
  const seenIds = new Set<string>()
  const accepted: $EntityLine[] = []
  const rejected: Rejection[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    const result = parseLine(line, index + 1)
    if ('reason' in result) rejected.push(result)
    else if (seenIds.has(result.id)) rejected.push({ line: index + 1, reason: 'id occurs in an earlier line' })
    else accepted.push(result)
    if ('id' in result) seenIds.add(result.id)
  }
  return { accepted, rejected }
}
