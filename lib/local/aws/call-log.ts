import type { IncomingMessage } from 'node:http'

export interface RecordedCall {
  /** Access key id of the signature: each function has its own, `local.<label>`. */
  readonly caller: string
  /** Name in the SigV4 scope, e.g. dynamodb. */
  readonly service: string
  /** Of X-Amz-Target; for S3 the HTTP method. */
  readonly operation: string
  /** Path and query, which say what an S3 call is about. */
  readonly path: string
  /** The input of a JSON operation; of S3 only the keys of a DeleteObjects, as `{ keys }`. */
  readonly input: Readonly<Record<string, unknown>>
}

export type SeeCall = (call: RecordedCall) => void

/** Access key id that signed the request, in its header or its query; empty for an unsigned request. */
export const callerOf = (request: IncomingMessage): string =>
  /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ??
  new URL(request.url ?? '/', 'http://local').searchParams.get('X-Amz-Credential')?.split('/')[0] ??
  ''

const INVOCATION = /^\/2015-03-31\/functions\/[^/]+\/invocations$/

/** Of X-Amz-Target, or of the path of a REST API; for S3 the HTTP method. */
export const operationOf = (request: IncomingMessage): string => {
  if (INVOCATION.test(request.url ?? '')) return 'InvokeFunction'
  return String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? request.method ?? ''
}

const parsed = (text: string): RecordedCall['input'] => {
  try {
    return JSON.parse(text) as RecordedCall['input']
  } catch {
    return {}
  }
}

const keysIn = (document: string): RecordedCall['input'] => ({
  keys: [...document.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key),
})

/** Reports a call once its request has been read. It only listens: the service reads the request as usual. */
export const watchCall = (request: IncomingMessage, service: string, see: SeeCall): void => {
  const operation = operationOf(request)
  const call = { caller: callerOf(request), service, operation, path: request.url ?? '/' }
  const isRemoval = service === 's3' && operation === 'POST' && /[?&]delete\b/.test(call.path)
  if (service === 's3' && !isRemoval) {
    see({ ...call, input: {} })
    return
  }
  const read = isRemoval ? keysIn : parsed
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => see({ ...call, input: read(Buffer.concat(chunks).toString()) }))
}

/** Operations after which everything is as it was: reads, keys that are used, calls of functions, and logs. */
const CHANGES_NOTHING =
  /^(Get|List|Query|Scan|BatchGet|TransactGet|Describe|Receive|HEAD|GET|Sign|Verify|Encrypt|Decrypt|Generate|InvokeFunction|PutMetricData|Assume)/

/**
 * Counts the SDK calls that may have changed something; a condition that failed has not. What the keepers of logs write, by
 * their access keys, no poll looks for: else each poll's line would be a reason for the next poll.
 */
export const changeCount = (keepers: ReadonlySet<string> = new Set()) => {
  let count = 0
  return {
    count: () => count,
    served: (operation: string, caller: string): void => {
      if (!CHANGES_NOTHING.test(operation) && !keepers.has(caller)) count++
    },
  }
}
