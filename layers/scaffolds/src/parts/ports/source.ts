import { code } from '../../code.ts'

export const objectsSource = code`
/** Files by keys. */
export interface Objects {
  /** Undefined when it is absent, or has another ETag than the one that is asked for. @throws when it has more bytes. */
  get(key: string, maxBytes: number, etag?: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

export class TooLarge extends Error {
  constructor(key: string, maxBytes: number) {
    super(key + ' has more than ' + maxBytes + ' bytes')
    this.name = 'TooLarge'
  }
}

/** Files in memory, for tests. */
export class MemoryObjects implements Objects {
  readonly held = new Map<string, Uint8Array>()
  /** Of files whose ETag a test says. */
  readonly etags = new Map<string, string>()

  async get(key: string, maxBytes: number, etag?: string): Promise<Uint8Array | undefined> {
    if (etag !== undefined && (this.etags.get(key) ?? etag) !== etag) return undefined
    const bytes = this.held.get(key)
    if (bytes !== undefined && bytes.length > maxBytes) throw new TooLarge(key, maxBytes)
    return bytes
  }

  async put(key: string, bytes: Uint8Array, _contentType: string): Promise<void> {
    this.held.set(key, bytes)
  }
}
`

export const modelSource = code`
export interface Prompt {
  /** What the model is to do. Written by us alone. */
  readonly system: string
  /** Data of people, fenced: it is never an instruction. */
  readonly user: string
  readonly maxTokens: number
}

/** How long the model may take for one answer. */
export const MODEL_TIMEOUT_MS = 20_000

/** A language model. Its text is data: it is checked before anything is done with it. */
export interface Model {
  /** @throws when it takes longer than MODEL_TIMEOUT_MS. */
  complete(prompt: Prompt): Promise<string>
}

/** Data between marks that it cannot hold itself. */
export const fenced = (name: string, text: string): string =>
  '<' + name + '>\\n' + text.replaceAll('<', '(').replaceAll('>', ')') + '\\n</' + name + '>'
`

export const connectionsSource = code`
/** Open connections of people. */
export interface Connections {
  /** False when it is gone. */
  send(connection: string, value: unknown): Promise<boolean>
}

export interface ConnectionEvent {
  readonly type: 'open' | 'message' | 'close'
  readonly connection: string
  /** Headers and query of the request that opened it; empty later on. */
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly body: string
}
`
