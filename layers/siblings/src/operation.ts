/** What a call needs to know of an operation of a sibling. Made from its contract when a function is bundled. */
export interface Operation {
  /** The operationId. */
  readonly name: string
  readonly method: string
  /** `/v2/jobs/{id}` */
  readonly path: string
  /** `raw`: its answer is bytes, not JSON. */
  readonly answer: 'json' | 'raw'
  /** The media type of its body; absent: it takes none. */
  readonly mediaType?: string
  /** Whether a request may be sent again when no answer came (RFC 9110 9.2.2, or the contract says so). */
  readonly repeatable: boolean
  /** Whether it takes an `Idempotency-Key`, which makes a repetition harmless. */
  readonly keyed: boolean
}

/** Operations by the names that their callers use. Those of an entity stand below its name. */
export interface OperationTable {
  readonly [name: string]: Operation | OperationTable
}

/** A service that is asked: its name, which credentials for it bear, and its operations. */
export interface SiblingTable {
  readonly service: string
  readonly operations: OperationTable
}

/** The services of each API that is asked, by the key of the API. */
export type SiblingTables = Readonly<Record<string, readonly SiblingTable[]>>

export const isOperation = (entry: Operation | OperationTable): entry is Operation => typeof entry.method === 'string'
