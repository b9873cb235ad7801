// #if objects
/** Files by keys. */
export interface Objects {
  /** Undefined when it is absent, or has another ETag than the one that is asked for. @throws when it has more bytes. */
  get(key: string, maxBytes: number, etag?: string): Promise<Uint8Array | undefined>
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
}

export class TooLarge extends Error {
  constructor(key: string, maxBytes: number) {
    super(`${key} has more than ${maxBytes} bytes`)
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
// #endif
