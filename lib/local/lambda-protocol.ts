/** Messages between the runner and a worker thread. A worker runs one event at a time, as an environment does. */

/** The names of an environment that its context object tells a handler. */
export interface EnvironmentNames {
  readonly functionName: string
  readonly memoryMb: number
  readonly logGroup: string
  readonly logStream: string
}

export interface WorkerBoot extends EnvironmentNames {
  /** Absolute path of the module to import. */
  readonly entry: string
  /** Name of the export that is the handler. */
  readonly exportName: string
  /** Two Float64, shared by all workers: how far the local clock runs ahead, in ms, and the upper bound of Math.random. */
  readonly clock: SharedArrayBuffer
  /** Int32: how many events were handed over. The environment is frozen until it rises. */
  readonly events: SharedArrayBuffer
}

export interface InvokeMessage {
  readonly type: 'invoke'
  readonly requestId: string
  readonly arn: string
  readonly event: string
  /** Real time, milliseconds since epoch. */
  readonly deadline: number
  /** A drill: the environment dies before the handler runs, or after it ran and before its answer is out. */
  readonly die?: 'before' | 'after' | undefined
}

export type ToWorker =
  | InvokeMessage
  /** The reader took this many bytes of the streamed response. */
  | { readonly type: 'taken'; readonly bytes: number }
  /** The reader of the streamed response left. */
  | { readonly type: 'left' }

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

/** Bytes that a function may write ahead of its reader before write() returns false. */
export const streamWindow = 1024 * 1024
