/** A record with the version that a change must name. */
export interface Row<T = unknown> {
  readonly id: string
  readonly version: number
  readonly value: T
}

export interface Page {
  /** Id of the last row of the page before. */
  readonly after?: string
  readonly limit: number
}

/** Records in partitions. Every change is conditional, so that two at once cannot both win. Times are milliseconds. */
export interface Records {
  get<T>(partition: string, id: string): Promise<Row<T> | undefined>
  /** False when it is there already. */
  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean>
  /** False when it is absent or has another version. */
  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean>
  /** False when it is absent or has another version. */
  remove(partition: string, id: string, version: number): Promise<boolean>
  /** In the order of ids. */
  list<T>(partition: string, page: Page): Promise<readonly Row<T>[]>
}
