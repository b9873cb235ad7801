/** A stream or a storage of a compound file. */
export interface Part {
  readonly name: string
  /** Children of a storage; a stream has none. */
  readonly parts?: readonly Part[]
}

const FREE = 0xffffffff
const END = 0xfffffffe
const TABLE = 0xfffffffd

interface Row {
  name: string
  kind: number
  right: number
  child: number
}

/** Adds the rows of the directory; siblings are a list to the right. Returns the row of the first. */
const addParts = (rows: Row[], parts: readonly Part[]): number => {
  const places = parts.map(({ name, parts: inner }) => {
    const row: Row = { name, kind: inner ? 1 : 2, right: FREE, child: FREE }
    rows.push(row)
    const place = rows.length - 1
    if (inner) row.child = addParts(rows, inner)
    return place
  })
  for (const [index, place] of places.entries()) rows[place]!.right = places[index + 1] ?? FREE
  return places[0] ?? FREE
}

const entryOf = ({ name, kind, right, child }: Row): Buffer => {
  const entry = Buffer.alloc(128)
  const written = Buffer.from(`${name}\u0000`, 'utf16le')
  written.copy(entry, 0)
  entry.writeUInt16LE(written.length, 64)
  entry[66] = kind
  entry.writeUInt32LE(FREE, 68)
  entry.writeUInt32LE(right, 72)
  entry.writeUInt32LE(child, 76)
  return entry
}

const sectorOf = (content: Buffer, size: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(size - content.length)])

/**
 * Builds a compound file of these parts, without their content: a header, a table of sectors, and the directory in as
 * many sectors as it needs. With `circle` the directory's last sector leads to its first. With `isLarge` the header
 * does not name the table, but a sector after the directory does, as in files of seven megabytes.
 */
export const compoundFile = (parts: readonly Part[], { shift = 9, circle = false, isLarge = false } = {}): Buffer => {
  const size = 2 ** shift
  const rows: Row[] = [{ name: 'Root Entry', kind: 5, right: FREE, child: FREE }]
  rows[0]!.child = addParts(rows, parts)
  const perSector = size / 128
  const count = Math.ceil(rows.length / perSector)
  const header = Buffer.alloc(size)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(shift, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(isLarge ? count + 1 : END, 68)
  for (let at = 76; at < 512; at += 4) header.writeUInt32LE(at === 76 && !isLarge ? 0 : FREE, at)
  const table = Buffer.alloc(size, 0xff)
  table.writeUInt32LE(TABLE, 0)
  for (let at = 1; at <= count; at++) {
    const isLast = at === count
    table.writeUInt32LE(isLast ? (circle ? 1 : END) : at + 1, at * 4)
  }
  const directory = Buffer.concat(rows.map(entryOf))
  const sectors = Array.from({ length: count }, (_, at) =>
    sectorOf(directory.subarray(at * size, (at + 1) * size), size),
  )
  const list = Buffer.alloc(isLarge ? size : 0, 0xff)
  if (isLarge) list.writeUInt32LE(0, 0)
  if (isLarge) list.writeUInt32LE(END, size - 4)
  return Buffer.concat([header, table, ...sectors, list])
}
