/** A stream or a storage of a compound file. */
export interface Part {
  readonly name: string
  /** Children of a storage; a stream has none. */
  readonly parts?: readonly Part[]
}

const FREE_SECTOR = 0xffffffff
const CHAIN_END = 0xfffffffe
const TABLE_SECTOR = 0xfffffffd

interface Row {
  name: string
  kind: number
  right: number
  child: number
}

/** Adds the rows of the directory; siblings are a list to the right. Returns the row of the first. */
const addDirectoryRows = (rows: Row[], parts: readonly Part[]): number => {
  const rowIndexes = parts.map(({ name, parts: children }) => {
    const row: Row = { name, kind: children ? 1 : 2, right: FREE_SECTOR, child: FREE_SECTOR }
    rows.push(row)
    const place = rows.length - 1
    if (children) row.child = addDirectoryRows(rows, children)
    return place
  })
  for (const [index, place] of rowIndexes.entries()) rows[place]!.right = rowIndexes[index + 1] ?? FREE_SECTOR
  return rowIndexes[0] ?? FREE_SECTOR
}

const entryOf = ({ name, kind, right, child }: Row): Buffer => {
  const entry = Buffer.alloc(128)
  const encodedName = Buffer.from(`${name}\u0000`, 'utf16le')
  encodedName.copy(entry, 0)
  entry.writeUInt16LE(encodedName.length, 64)
  entry[66] = kind
  entry.writeUInt32LE(FREE_SECTOR, 68)
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
  const rows: Row[] = [{ name: 'Root Entry', kind: 5, right: FREE_SECTOR, child: FREE_SECTOR }]
  rows[0]!.child = addDirectoryRows(rows, parts)
  const perSector = size / 128
  const count = Math.ceil(rows.length / perSector)
  const header = Buffer.alloc(size)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(shift, 30)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(isLarge ? count + 1 : CHAIN_END, 68)
  for (let at = 76; at < 512; at += 4) header.writeUInt32LE(at === 76 && !isLarge ? 0 : FREE_SECTOR, at)
  const table = Buffer.alloc(size, 0xff)
  table.writeUInt32LE(TABLE_SECTOR, 0)
  for (let at = 1; at <= count; at++) {
    const isLast = at === count
    table.writeUInt32LE(isLast ? (circle ? 1 : CHAIN_END) : at + 1, at * 4)
  }
  const directory = Buffer.concat(rows.map(entryOf))
  const sectors = Array.from({ length: count }, (_, at) =>
    sectorOf(directory.subarray(at * size, (at + 1) * size), size),
  )
  const list = Buffer.alloc(isLarge ? size : 0, 0xff)
  if (isLarge) list.writeUInt32LE(0, 0)
  if (isLarge) list.writeUInt32LE(CHAIN_END, size - 4)
  return Buffer.concat([header, table, ...sectors, list])
}
