import { Buffer } from 'node:buffer'

/** Fields of the header ([MS-CFB], section 2.2). */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const SECTOR_SHIFT = 30
const FIRST_DIRECTORY_SECTOR = 48
const FIRST_DIFAT_SECTOR = 68
const DIFAT = 76
const HEADER_LENGTH = 512
/** Higher sector numbers are marks: the end of a chain, a free sector, a sector of the table itself. */
const MAX_SECTOR = 0xfffffffa

/** Entry of the directory (section 2.6). */
const ENTRY_LENGTH = 128
const NAME_LENGTH = 64
const STREAM = 2

/** Checks the first bytes for a compound file: OLE2, the container of Word, Excel and PowerPoint until 2007. */
export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

interface Sectors {
  readonly bytes: Buffer
  readonly size: number
  readonly count: number
}

const sectorAt = ({ bytes, size, count }: Sectors, number: number): Buffer | undefined =>
  number < count ? bytes.subarray((number + 1) * size, (number + 2) * size) : undefined

const numbersOf = (sector: Buffer): number[] =>
  Array.from({ length: Math.floor(sector.length / 4) }, (_, index) => sector.readUInt32LE(index * 4))

/**
 * Returns the sector numbers of the allocation table: 109 are in the header, more are in a chain. Undefined if the
 * chain is broken.
 */
const tableSectors = (sectors: Sectors): readonly number[] | undefined => {
  const numbers = numbersOf(sectors.bytes.subarray(DIFAT, HEADER_LENGTH))
  let next = sectors.bytes.readUInt32LE(FIRST_DIFAT_SECTOR)
  for (let sectorsRead = 0; next <= MAX_SECTOR; sectorsRead++) {
    const sector = sectorAt(sectors, next)
    if (!sector || sectorsRead > sectors.count) return undefined
    const sectorNumbers = numbersOf(sector)
    next = sectorNumbers.pop() ?? MAX_SECTOR + 1
    numbers.push(...sectorNumbers)
  }
  return numbers.filter((number) => number <= MAX_SECTOR)
}

/** Returns the directory, joined from its chain of sectors. Undefined if the chain is broken or cyclic. */
const directoryOf = (sectors: Sectors): Buffer | undefined => {
  const table = tableSectors(sectors)
  const numbersPerSector = sectors.size / 4
  const chain: Buffer[] = []
  let number = sectors.bytes.readUInt32LE(FIRST_DIRECTORY_SECTOR)
  while (number <= MAX_SECTOR) {
    const sector = sectorAt(sectors, number)
    const links = sectorAt(sectors, table?.[Math.floor(number / numbersPerSector)] ?? MAX_SECTOR)
    if (!sector || !links || chain.length > sectors.count) return undefined
    chain.push(sector)
    number = links.readUInt32LE((number % numbersPerSector) * 4)
  }
  return Buffer.concat(chain)
}

interface Entry {
  readonly name: string
  readonly isStream: boolean
  readonly siblings: readonly number[]
  readonly child: number
}

const entryAt = (directory: Buffer, index: number): Entry | undefined => {
  const at = index * ENTRY_LENGTH
  if (at + ENTRY_LENGTH > directory.length) return undefined
  // The length includes the NUL at the end of the name.
  const length = Math.min(NAME_LENGTH, Math.max(0, directory.readUInt16LE(at + NAME_LENGTH) - 2))
  // Fields of an entry: type at 66, siblings at 68 and 72, first child at 76.
  return {
    name: directory.toString('utf16le', at, at + length),
    isStream: directory[at + 66] === STREAM,
    siblings: [directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72)],
    child: directory.readUInt32LE(at + 76),
  }
}

/**
 * Returns the names of the streams directly below the root, without those of embedded documents. Undefined if the
 * container is broken.
 */
export const rootStreams = (bytes: Buffer): readonly string[] | undefined => {
  const shift = bytes.length < HEADER_LENGTH ? 0 : bytes.readUInt16LE(SECTOR_SHIFT)
  // Sectors have 512 bytes (2^9, version 3) or 4,096 bytes (2^12, version 4).
  if (shift !== 9 && shift !== 12) return undefined
  const size = 2 ** shift
  const directory = directoryOf({ bytes, size, count: Math.floor(bytes.length / size) - 1 })
  const root = directory && entryAt(directory, 0)
  if (!root) return undefined
  const names: string[] = []
  const visitedIndexes = new Set<number>()
  const pendingIndexes = [root.child]
  while (pendingIndexes.length > 0) {
    const index = pendingIndexes.pop() ?? 0
    const entry = visitedIndexes.has(index) ? undefined : entryAt(directory, index)
    visitedIndexes.add(index)
    if (entry?.isStream) names.push(entry.name)
    pendingIndexes.push(...(entry?.siblings ?? []))
  }
  return names
}
