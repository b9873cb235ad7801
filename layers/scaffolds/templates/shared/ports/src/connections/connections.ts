// #if connections || connection
/** Open client connections. */
export interface Connections {
  /** Returns false if the connection is closed. */
  send(connection: string, value: unknown): Promise<boolean>
}

export interface ConnectionEvent {
  readonly type: 'open' | 'message' | 'close'
  readonly connection: string
  /** Headers and query of the request that opened the connection. Empty for later events. */
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly body: string
}
// #endif
