export interface SegmentKeys {
  /** Key of the object that is loaded into memory to search. */
  readonly resident: string
  /** Key of the object with the texts, which is read by range. */
  readonly texts: string
}

export interface SegmentBucket {
  keysOf(workspace: string, segment: string): SegmentKeys
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array | undefined>
  /** Reads the bytes from `start` (inclusive) to `end` (exclusive); undefined if the object does not exist. */
  range(key: string, start: number, end: number): Promise<Uint8Array | undefined>
  /** Removes the objects. Objects that do not exist are ignored. */
  remove(keys: readonly string[]): Promise<void>
}
