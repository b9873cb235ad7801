import { crc32, deflateRawSync } from 'node:zlib'

/** Values in one of the two headers of an entry. */
interface HeaderValues {
  flags?: number
  method?: number
  crc?: number
  compressedSize?: number
  size?: number
  name?: string | Buffer
  extra?: Buffer
  localStart?: number
  disk?: number
  /** Unix file mode. */
  mode?: number
}

export interface ZipEntry {
  readonly name: string | Buffer
  readonly content?: string | Buffer
  readonly isStored?: boolean
  readonly flags?: number
  readonly extra?: Buffer
  /** Sizes after the data, with or without a signature, as streaming programs write them. */
  readonly descriptor?: 'signed' | 'plain' | 'false sizes'
  /** Values in the headers instead of the true ones. */
  readonly local?: HeaderValues
  readonly central?: HeaderValues
  /** Bytes after the data that belong to no entry. */
  readonly gap?: string | Buffer
}

export interface ZipEnd {
  readonly prefix?: string
  readonly suffix?: string | Buffer
  readonly comment?: string | Buffer
  /** Bytes between the directory and its end. */
  readonly beforeEnd?: string | Buffer
  readonly entriesOnDisk?: number
  readonly entries?: number
  readonly disk?: number
  readonly length?: number
  readonly start?: number
}

const bufferOf = (data: string | Buffer = ''): Buffer => (typeof data === 'string' ? Buffer.from(data, 'latin1') : data)

const headerFieldsOf = ({
  flags = 0,
  method = 0,
  crc = 0,
  compressedSize = 0,
  size = 0,
  name,
  extra,
}: HeaderValues): Buffer => {
  const fields = Buffer.alloc(24)
  fields.writeUInt16LE(flags, 0)
  fields.writeUInt16LE(method, 2)
  fields.writeUInt32LE(crc, 8)
  fields.writeUInt32LE(compressedSize, 12)
  fields.writeUInt32LE(size, 16)
  fields.writeUInt16LE(bufferOf(name).length, 20)
  fields.writeUInt16LE(bufferOf(extra).length, 22)
  return fields
}

const descriptorOf = ({ descriptor }: ZipEntry, { crc = 0, compressedSize = 0, size = 0 }: HeaderValues): Buffer => {
  if (!descriptor) return Buffer.alloc(0)
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc, 0)
  sizes.writeUInt32LE(compressedSize, 4)
  sizes.writeUInt32LE(descriptor === 'false sizes' ? size + 1 : size, 8)
  return descriptor === 'plain' ? sizes : Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), sizes])
}

const localOf = (entry: ZipEntry, actualValues: HeaderValues, data: Buffer): Buffer => {
  const valuesInDescriptor = entry.descriptor ? { crc: 0, compressedSize: 0, size: 0 } : {}
  const values = { ...actualValues, ...valuesInDescriptor, ...entry.local }
  return Buffer.concat([
    ...[
      Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'),
      headerFieldsOf(values),
      bufferOf(values.name),
      bufferOf(values.extra),
    ],
    ...[data, descriptorOf(entry, actualValues), bufferOf(entry.gap)],
  ])
}

const centralOf = (entry: ZipEntry, truth: HeaderValues, offset: number): Buffer => {
  const values = { ...truth, ...entry.central }
  const remainingFields = Buffer.alloc(14)
  remainingFields.writeUInt16LE(values.disk ?? 0, 2)
  remainingFields.writeUInt16LE(values.mode ?? 0, 8)
  remainingFields.writeUInt32LE(values.localStart ?? offset, 10)
  const head = Buffer.from('PK\u0001\u0002\u0014\u0000\u0014\u0000', 'latin1')
  return Buffer.concat([head, headerFieldsOf(values), remainingFields, bufferOf(values.name), bufferOf(values.extra)])
}

const truthOf = (entry: ZipEntry): { truth: HeaderValues; data: Buffer } => {
  const content = bufferOf(entry.content)
  const data = entry.isStored ? content : deflateRawSync(content)
  const flags = (entry.flags ?? 0) | (entry.descriptor ? 8 : 0)
  const sizes = { crc: crc32(content), compressedSize: data.length, size: content.length }
  const named = { name: entry.name, ...(entry.extra && { extra: entry.extra }) }
  return { truth: { flags, method: entry.isStored ? 0 : 8, ...sizes, ...named }, data }
}

const endOf = (count: number, length: number, start: number, end: ZipEnd): Buffer => {
  const record = Buffer.alloc(18)
  record.writeUInt16LE(end.disk ?? 0, 0)
  record.writeUInt16LE(end.disk ?? 0, 2)
  record.writeUInt16LE(end.entriesOnDisk ?? end.entries ?? count, 4)
  record.writeUInt16LE(end.entries ?? count, 6)
  record.writeUInt32LE(end.length ?? length, 8)
  record.writeUInt32LE(end.start ?? start, 12)
  record.writeUInt16LE(bufferOf(end.comment).length, 16)
  return Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), record, bufferOf(end.comment)])
}

/**
 * Builds a ZIP, valid unless its entries or its end declare otherwise. Offsets count from the end of the prefix, as in
 * a file that precedes a ZIP.
 */
export const zipWith = (entries: readonly ZipEntry[], end: ZipEnd = {}): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { truth, data } = truthOf(entry)
    const local = localOf(entry, truth, data)
    centrals.push(centralOf(entry, truth, at))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const last = endOf(entries.length, directory.length, at, end)
  const pieces = [bufferOf(end.prefix), ...locals, directory, bufferOf(end.beforeEnd), last, bufferOf(end.suffix)]
  return Buffer.concat(pieces)
}

export const extraField = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Entries of the smallest workbook: the two parts that a check requires, and one more. */
export const workbookEntries: readonly ZipEntry[] = [
  {
    name: '[Content_Types].xml',
    content: `<Types><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.main+xml"/></Types>`,
  },
  { name: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>' },
  { name: 'xl/worksheets/sheet1.xml', content: '<worksheet/>' },
]
