/** A record with its version. A change must name the version. */
export interface Row<T = unknown> {
  readonly id: string
  readonly version: number
  readonly value: T
}

export interface Page {
  /** ID of the last row of the previous page. */
  readonly after?: string
  readonly limit: number
}

/**
 * Records in partitions. Every change is conditional, so that concurrent changes cannot both succeed. Times are in
 * milliseconds.
 */
export interface Records {
  get<T>(partition: string, id: string): Promise<Row<T> | undefined>
  /** Returns false if the record exists. */
  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean>
  /** Returns false if the record does not exist or has another version. */
  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean>
  /** Returns false if the record does not exist or has another version. */
  remove(partition: string, id: string, version: number): Promise<boolean>
  /** Returns a page in the order of IDs. */
  list<T>(partition: string, page: Page): Promise<readonly Row<T>[]>
}
