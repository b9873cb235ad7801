// #if connections || connection
/** Open connections of people. */
export interface Connections {
  /** False when the connection is closed. */
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
// #endif
