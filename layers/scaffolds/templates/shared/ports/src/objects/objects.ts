// #if objects
/** Files by key. */
export interface Objects {
  /**
   * Returns undefined if the file does not exist or has another ETag.
   * @throws TooLarge if the file has more bytes.
   */
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
  readonly files = new Map<string, Uint8Array>()
  /** ETags that a test sets. */
  readonly etags = new Map<string, string>()

  async get(key: string, maxBytes: number, etag?: string): Promise<Uint8Array | undefined> {
    if (etag !== undefined && (this.etags.get(key) ?? etag) !== etag) return undefined
    const bytes = this.files.get(key)
    if (bytes !== undefined && bytes.length > maxBytes) throw new TooLarge(key, maxBytes)
    return bytes
  }

  async put(key: string, bytes: Uint8Array, _contentType: string): Promise<void> {
    this.files.set(key, bytes)
  }
}
// #endif
