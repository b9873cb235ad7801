import { code } from '../../code.ts'
import type { Context } from '../../design.ts'

/** Where nothing is said, and the most that is read whole into memory. */
const [USUAL_BYTES, MOST_BYTES] = [5_000_000, 50_000_000]

/** Largest file in bytes: what the intention says, where a function can hold it. */
export const maxBytesOf = ({ figures: { maxBytes } }: Pick<Context, 'figures'>) =>
  maxBytes !== undefined && maxBytes.value <= MOST_BYTES
    ? { bytes: maxBytes.value, keeps: [maxBytes.said] }
    : { bytes: USUAL_BYTES, keeps: [] }

const LIMITS = (maxBytes: number) => code`
/** Largest file that is read, in bytes. */
export const MAX_FILE_BYTES = ${maxBytes}
`

const PARSER = code`
export const MAX_LINES = 50_000
const MAX_COLUMNS = 20

/** A line that became a $noun. */
export interface $EntityLine {
  readonly line: number
  readonly id: string
  readonly amountCents: number
}

/** A line that did not, and why. The text of the line is not repeated: it may hold anything. */
export interface Rejection {
  readonly line: number
  readonly reason: string
}

export interface Parsed$Entities {
  readonly accepted: readonly $EntityLine[]
  readonly rejected: readonly Rejection[]
}

/** A file that is wrong as a whole. */
export class UnusableFile extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'UnusableFile'
  }
}

/** Signatures of what people call .csv, though it is none: ZIP and Office, PDF, GZIP, PNG, OLE2. */
const OTHERS = ['504b0304', '25504446', '1f8b', '89504e47', 'd0cf11e0']

/** The text of a file. @throws UnusableFile for what is no text in UTF-8. */
export const textOf = (bytes: Uint8Array): string => {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (OTHERS.some((signature) => start.startsWith(signature))) throw new UnusableFile('It is not a text file, whatever its name')
  if (bytes.includes(0)) throw new UnusableFile('It is not a text file: it has NUL')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFile('It is not UTF-8')
  }
}

/** Fields of a line of CSV (RFC 4180, without line breaks inside of quotes). Undefined when quotes do not close. */
export const fieldsOf = (line: string): readonly string[] | undefined => {
  const fields: string[] = []
  let at = 0
  while (at <= line.length) {
    if (fields.length === MAX_COLUMNS) return undefined
    if (line[at] !== '"') {
      const end = line.indexOf(',', at)
      fields.push(line.slice(at, end === -1 ? line.length : end))
      at = end === -1 ? line.length + 1 : end + 1
      continue
    }
    let field = ''
    for (at += 1; ; at += 2) {
      const quote = line.indexOf('"', at)
      if (quote === -1) return undefined
      field += line.slice(at, quote)
      at = quote
      if (line[quote + 1] !== '"') break
      field += '"'
    }
    fields.push(field)
    if (at + 1 < line.length && line[at + 1] !== ',') return undefined
    at += 2
  }
  return fields
}

const read = (line: string, number: number): $EntityLine | Rejection => {
  const [id = '', amount = '', ...more] = fieldsOf(line) ?? []
  if (more.length > 0 || id === '') return { line: number, reason: 'needs two fields: id and amount' }
  if (!/^[A-Za-z0-9._:-]{1,64}$/.test(id)) return { line: number, reason: 'id has other characters than letters, digits and ._:-' }
  if (!/^-?[0-9]{1,9}([.][0-9]{2})?$/.test(amount)) return { line: number, reason: 'amount must be like 12 or 12.50' }
  return { line: number, id, amountCents: Math.round(Number(amount) * 100) }
}

/** The $nouns of a file with the header id,amount. Every line is accepted or rejected; an id counts where it stands first. */
export const parse$Entities = (text: string): Parsed$Entities => {
  const lines = text.replace(/^[\\uFEFF]/, '').split(/\\r?\\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length > MAX_LINES + 1) throw new UnusableFile('It has more than ' + MAX_LINES + ' lines')
  if (fieldsOf(lines[0] ?? '')?.join() !== 'id,amount') throw new UnusableFile('Its first line must be id,amount')
  const seen = new Set<string>()
  const accepted: $EntityLine[] = []
  const rejected: Rejection[] = []
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue
    const result = read(line, at + 1)
    if ('reason' in result) rejected.push(result)
    else if (seen.has(result.id)) rejected.push({ line: at + 1, reason: 'id stands above already' })
    else accepted.push(result)
    if ('id' in result) seen.add(result.id)
  }
  return { accepted, rejected }
}
`

export const rules = (maxBytes: number) => code`
${LIMITS(maxBytes)}
${PARSER}
`

export const handler = code`
import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES, parse$Entities, textOf, UnusableFile } from './$kebab/parse-$kebabs.ts'
import { TooLarge } from './objects/objects.ts'
import type { Deps } from './ports.ts'
import { type Message, Unusable } from './queue/queue.ts'
import { once } from './records/once.ts'

export interface ArrivedFile {
  readonly key: string
  readonly size: number
  readonly etag: string
}

const arrived = (body: unknown): ArrivedFile => {
  const { key, size, etag } = (body ?? {}) as Partial<ArrivedFile>
  if (typeof key !== 'string' || typeof etag !== 'string' || typeof size !== 'number') throw new Unusable('The message names no file')
  if (!key.startsWith('incoming/') || key === 'incoming/' || key.length > 900) throw new Unusable('The file is not one of ours')
  return { key, size, etag }
}

const written = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Names that results can have as they are. Of others there is a report alone, under a name of ours. */
const isPlain = (key: string): boolean => /^incoming([/][A-Za-z0-9._=-]+)+$/.test(key) && !key.includes('..')

const resultKey = (prefix: 'accepted' | 'reports', key: string): string =>
  isPlain(key)
    ? key.replace(/^incoming/, prefix) + '.json'
    : prefix + '/unnamed-' + createHash('sha256').update(key).digest('hex').slice(0, 32) + '.json'

/** The report of a file; undefined when it is gone, or another one has its name: that one has an event of its own. */
const report = async ({ key, etag }: ArrivedFile, deps: Deps): Promise<Record<string, unknown> | undefined> => {
  if (!isPlain(key)) return { file: key, state: 'refused', reason: 'Its name has other characters than letters, digits and ._=-/' }
  try {
    const bytes = await deps.objects.get(key, MAX_FILE_BYTES, etag)
    if (bytes === undefined) return undefined
    const { accepted, rejected } = parse$Entities(textOf(bytes))
    await deps.objects.put(resultKey('accepted', key), written(accepted), 'application/json')
    return { file: key, state: 'read', accepted: accepted.length, rejected: rejected.slice(0, 1_000), rejected_count: rejected.length }
  } catch (error) {
    if (error instanceof UnusableFile || error instanceof TooLarge) return { file: key, state: 'refused', reason: error.message }
    throw error
  }
}

/** Reads one file. The same content under the same key is read once; a new version of it again. */
export const file = async ({ body }: Message, deps: Deps): Promise<void> => {
  const given = arrived(body)
  const { key, etag } = given
  await once(deps.records, key + '#' + etag, deps.now, async () => {
    const made = await report(given, deps)
    if (made === undefined) return deps.log({ event: 'file', key, state: 'gone' })
    await deps.objects.put(resultKey('reports', key), written(made), 'application/json')
    const { state, accepted = 0, rejected_count: rejected = 0 } = made
    deps.log({ event: 'file', key, state, accepted, rejected })
  })
}
`

export const testHead = code`
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, MAX_FILE_BYTES, MAX_LINES, parse$Entities, textOf } from '../src/$kebab/parse-$kebabs.ts'
import { file } from '../src/handler.ts'
import { MemoryObjects } from '../src/objects/objects.ts'
import { world } from './support/world.ts'

type Deps = ReturnType<typeof world>['deps']
const KEY = 'incoming/shop/today.csv'
const message = (key = KEY, etag = 'e1') => ({ id: 'm', attempt: 1, body: { key, size: 1, etag } })
const heldBy = ({ objects }: Deps): MemoryObjects => {
  assert.ok(objects instanceof MemoryObjects)
  return objects
}
const put = ({ objects }: Deps, text: string | Uint8Array, key = KEY) =>
  objects.put(key, typeof text === 'string' ? new TextEncoder().encode(text) : text, 'text/csv')
const read = async ({ objects }: Deps, key: string) => JSON.parse(Buffer.from((await objects.get(key, 1e7)) ?? []).toString() || 'null') as never
`
