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
  /** JSON pointer to the differing value. */
  readonly path: string
  /** Canonical JSON; absent if the value does not exist. */
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
  /** Differences between the readings; empty for a receipt, which contains only the digest. */
  readonly differences: readonly ReplayDifference[]
  /** For a receipt: whether its claims match the signed ones. */
  readonly claims: 'pass' | 'fail' | 'pending' | 'skipped' | null
}

/** The file contains no reading that can be replayed. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectMember = (value: unknown, name: string): JsonObject | undefined =>
  isObject(value) && isObject(value[name]) ? value[name] : undefined

const isInputs = (value: unknown): value is ReplayInputs => isObject(value) && typeof value.script === 'string'

const isReading = (value: unknown): value is Reading =>
  isObject(value) && Array.isArray(value.positions) && isObject(value.replay) && isObject(value.coverage)

const utf8 = new TextDecoder('utf-8', { fatal: true })

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

/** Returns a stored reading: `{inputs, reading}`, or an API response that contains its inputs. */
const readingFileOf = (value: unknown): ReadingFile | undefined => {
  if (!isObject(value) || !isInputs(value.inputs)) return undefined
  if (isReading(value.reading)) return { inputs: value.inputs, reading: value.reading }
  const { inputs, trace: _, ...reading } = value as JsonObject & { readonly inputs: ReplayInputs }
  return isReading(reading) ? { inputs, reading } : undefined
}

const readingSummary = ({ engine, spread, seed, replay }: Reading) => ({
  engine,
  seed,
  spread: `${spread.name}@${spread.version}`,
  decks: replay.decks.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
})

const replayError = (refusal: { readonly code: string }): UnreadableFile =>
  new UnreadableFile(`The reading cannot be repeated: ${refusal.code} ${JSON.stringify(refusal)}`)

const replayOfReading = async (file: ReadingFile): Promise<ReplayVerdict> => {
  const replay = await replayReading(file)
  if (!replay.ok) throw replayError(replay.refusal)
  const { isSame, recorded, repeated, differences, reading } = replay
  return { isSame, form: 'reading', recorded, repeated, differences, claims: null, ...readingSummary(reading) }
}

/** Claims contain only integers, so inputs with fractions are stored as JSON text. */
const inputsOfClaims = (claims: unknown): unknown => {
  const inputs = isObject(claims) ? claims.inputs : undefined
  return typeof inputs === 'string' ? jsonOf(new TextEncoder().encode(inputs)) : inputs
}

const inputsOfReceipt = ({ evidence }: ReceiptFile): ReplayInputs | undefined =>
  [evidence.publicClaims, objectMember(evidence.opening, 'claims')].map(inputsOfClaims).find(isInputs)

const replayOfReceipt = async (receipt: ReceiptFile): Promise<ReplayVerdict> => {
  const { predicate, subject } = readStatement(readEnvelope(receipt.evidence.envelope).body)
  if (predicate.kind !== 'reading')
    throw new UnreadableFile(`The receipt is of kind ${predicate.kind}; only readings can be repeated`)
  const inputs = inputsOfReceipt(receipt)
  if (!inputs) throw new UnreadableFile('The receipt contains no inputs. Ask its owner for the kit with the opening')
  const outcome = await rerun(inputs)
  if (!outcome.ok) throw replayError(outcome.refusal)
  const recorded = subject[0]?.digest.sha256 ?? ''
  const repeated = readingSha256(outcome.reading)
  const claims = (await verifyFile(receipt, {})).checks.claims.status
  const isSame = recorded === repeated && claims === 'pass'
  return { isSame, form: 'receipt', recorded, repeated, differences: [], claims, ...readingSummary(outcome.reading) }
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
