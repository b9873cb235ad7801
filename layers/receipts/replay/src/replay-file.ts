import {
  type Reading,
  type ReadingFile,
  type ReplayInputs,
  readingSha256,
  replayReading,
  rerun,
} from '@signet/readings'
import { type ReceiptFile, readEnvelope, readReceiptFile, readStatement, verifyFile } from '@signet/receipts'

export type FileForm = 'reading' | 'receipt'

export interface ReplayDifference {
  /** JSON pointer to the difference. */
  readonly path: string
  /** Canonical JSON; absent if the member does not exist. */
  readonly recorded?: string
  readonly repeated?: string
}

export interface ReplayVerdict {
  readonly isSame: boolean
  readonly form: FileForm
  readonly recorded: string
  readonly repeated: string
  readonly engine: string
  readonly spread: string
  readonly seed: number
  readonly decks: readonly { readonly name: string; readonly version: string; readonly sha256: string }[]
  /** Differences between the readings; empty if only the digest is recorded. */
  readonly differences: readonly ReplayDifference[]
  /** For a receipt: whether its claims match the signed ones. */
  readonly claims: 'pass' | 'fail' | 'pending' | 'skipped' | null
}

/** The file contains no reading that can be repeated. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const membersOf = (value: unknown, name: string): Members | undefined =>
  isMembers(value) && isMembers(value[name]) ? value[name] : undefined

const isInputs = (value: unknown): value is ReplayInputs => isMembers(value) && typeof value.script === 'string'

const isReading = (value: unknown): value is Reading =>
  isMembers(value) && Array.isArray(value.positions) && isMembers(value.replay) && isMembers(value.coverage)

const utf8 = new TextDecoder('utf-8', { fatal: true })

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

/** A stored reading: `{inputs, reading}`, or a reply with its inputs among its members. */
const readingFileOf = (value: unknown): ReadingFile | undefined => {
  if (!isMembers(value) || !isInputs(value.inputs)) return undefined
  if (isReading(value.reading)) return { inputs: value.inputs, reading: value.reading }
  const { inputs, trace: _, ...reading } = value as Members & { readonly inputs: ReplayInputs }
  return isReading(reading) ? { inputs, reading } : undefined
}

const aboutReading = ({ engine, spread, seed, replay }: Reading) => ({
  engine,
  seed,
  spread: `${spread.name}@${spread.version}`,
  decks: replay.decks.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
})

const refused = (refusal: { readonly code: string }): UnreadableFile =>
  new UnreadableFile(`The reading cannot be repeated: ${refusal.code} ${JSON.stringify(refusal)}`)

const replayOfReading = async (file: ReadingFile): Promise<ReplayVerdict> => {
  const replay = await replayReading(file)
  if (!replay.ok) throw refused(replay.refusal)
  const { isSame, recorded, repeated, differences, reading } = replay
  return { isSame, form: 'reading', recorded, repeated, differences, claims: null, ...aboutReading(reading) }
}

/** Claims contain only integers, so inputs with fractions are stored as JSON text. */
const inputsIn = (claims: unknown): unknown => {
  const inputs = isMembers(claims) ? claims.inputs : undefined
  return typeof inputs === 'string' ? jsonOf(new TextEncoder().encode(inputs)) : inputs
}

const inputsOfReceipt = ({ evidence }: ReceiptFile): ReplayInputs | undefined =>
  [evidence.publicClaims, membersOf(evidence.opening, 'claims')].map(inputsIn).find(isInputs)

const replayOfReceipt = async (receipt: ReceiptFile): Promise<ReplayVerdict> => {
  const { predicate, subject } = readStatement(readEnvelope(receipt.evidence.envelope).body)
  if (predicate.kind !== 'reading')
    throw new UnreadableFile(`The receipt is of kind ${predicate.kind}; only readings can be repeated`)
  const inputs = inputsOfReceipt(receipt)
  if (!inputs) throw new UnreadableFile('The receipt contains no inputs. Ask its owner for the kit with the opening')
  const outcome = await rerun(inputs)
  if (!outcome.ok) throw refused(outcome.refusal)
  const recorded = subject[0]?.digest.sha256 ?? ''
  const repeated = readingSha256(outcome.reading)
  const claims = (await verifyFile(receipt, {})).checks.claims.status
  const isSame = recorded === repeated && claims === 'pass'
  return { isSame, form: 'receipt', recorded, repeated, differences: [], claims, ...aboutReading(outcome.reading) }
}

const receiptOf = (bytes: Uint8Array): ReceiptFile => {
  try {
    return readReceiptFile(bytes)
  } catch (error) {
    throw new UnreadableFile(
      `The file is neither a reading with its inputs nor a receipt (${(error as Error).message})`,
    )
  }
}

/**
 * Repeats the reading of a file and compares bytes, without network access. The file is a stored reading with its
 * inputs, or a receipt with them in its claims or opening, as JSON or as a kit.
 * @throws UnreadableFile for a file without a reading, or one that the engine refuses.
 */
export const replayFile = async (bytes: Uint8Array): Promise<ReplayVerdict> => {
  const file = readingFileOf(jsonOf(bytes))
  if (file) return replayOfReading(file)
  const receipt = receiptOf(bytes)
  try {
    return await replayOfReceipt(receipt)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`The receipt cannot be read (${(error as Error).message})`)
  }
}
