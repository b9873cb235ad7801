/** Messages between the runner and a worker thread. A worker runs one event at a time, as an environment does. */

export interface EnvironmentNames {
  readonly functionName: string
  readonly memoryMb: number
  readonly logGroup: string
  readonly logStream: string
}

export interface WorkerBoot extends EnvironmentNames {
  readonly entry: string
  readonly exportName: string
  /** Two Float64, shared by all workers: the lead of the local clock in ms, and the upper bound of Math.random. */
  readonly clock: SharedArrayBuffer
  /** Int32: the number of events passed to the worker. The environment is frozen until it increases. */
  readonly events: SharedArrayBuffer
}

export interface InvokeMessage {
  readonly type: 'invoke'
  readonly requestId: string
  readonly arn: string
  readonly event: string
  /** Real time in milliseconds since 1970. */
  readonly deadline: number
  /** An injected fault: the environment exits before the handler runs, or after it but before the response is sent. */
  readonly die?: 'before' | 'after' | undefined
}

export type ToWorker =
  | InvokeMessage
  /** The reader has read this many bytes of the streamed response. */
  | { readonly type: 'acknowledged'; readonly bytes: number }
  /** The reader of the streamed response has closed the connection. */
  | { readonly type: 'reader-closed' }

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

export interface LambdaFailure {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: readonly string[]
}

export type FromWorker =
  | { readonly type: 'ready'; readonly initMs: number }
  | { readonly type: 'broken'; readonly failure: LambdaFailure }
  | { readonly type: 'log'; readonly level: LogLevel; readonly text: string; readonly requestId: string | undefined }
  | { readonly type: 'result'; readonly body: string }
  | { readonly type: 'failed'; readonly failure: LambdaFailure }
  | { readonly type: 'stream'; readonly contentType: string }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end' }

/** The number of bytes that a function may write ahead of its reader before write() returns false. */
export const STREAM_WINDOW_BYTES = 1024 * 1024
