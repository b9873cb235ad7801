export interface SegmentKeys {
  readonly resident: string
  readonly texts: string
}

export interface SegmentBucket {
  keysOf(workspace: string, segment: string): SegmentKeys
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array | undefined>
  /** The bytes from `start` to before `end`; undefined if the object does not exist. */
  range(key: string, start: number, end: number): Promise<Uint8Array | undefined>
  /** Removes the objects. An absent one is no error. */
  remove(keys: readonly string[]): Promise<void>
}
