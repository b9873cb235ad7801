import type { IncomingMessage } from 'node:http'

export interface RecordedCall {
  /** Access key ID of the signature: each function has its own, `local.<label>`. */
  readonly caller: string
  /** Name in the SigV4 scope, e.g. dynamodb. */
  readonly service: string
  /** From X-Amz-Target; for S3 the HTTP method. */
  readonly operation: string
  /** Path and query. For S3 they identify the bucket and key. */
  readonly path: string
  /** Input of a JSON operation. For S3 only the keys of a DeleteObjects, as `{ keys }`. */
  readonly input: Readonly<Record<string, unknown>>
}

export type CallListener = (call: RecordedCall) => void

/** Returns the access key ID that signed the request, from its header or query; empty for an unsigned request. */
export const callerOf = (request: IncomingMessage): string =>
  /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ??
  new URL(request.url ?? '/', 'http://local').searchParams.get('X-Amz-Credential')?.split('/')[0] ??
  ''

const INVOCATION = /^\/2015-03-31\/functions\/[^/]+\/invocations$/

/** Returns the operation from X-Amz-Target or the path of a REST API; for S3 the HTTP method. */
export const operationOf = (request: IncomingMessage): string => {
  if (INVOCATION.test(request.url ?? '')) return 'InvokeFunction'
  return String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? request.method ?? ''
}

const parseInput = (text: string): RecordedCall['input'] => {
  try {
    return JSON.parse(text) as RecordedCall['input']
  } catch {
    return {}
  }
}

const keysOf = (document: string): RecordedCall['input'] => ({
  keys: [...document.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key),
})

/** Reports a call after its request has been read. The service reads the request as usual. */
export const watchCall = (request: IncomingMessage, service: string, onCall: CallListener): void => {
  const operation = operationOf(request)
  const call = { caller: callerOf(request), service, operation, path: request.url ?? '/' }
  const isBulkDelete = service === 's3' && operation === 'POST' && /[?&]delete\b/.test(call.path)
  if (service === 's3' && !isBulkDelete) {
    onCall({ ...call, input: {} })
    return
  }
  const parse = isBulkDelete ? keysOf : parseInput
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => onCall({ ...call, input: parse(Buffer.concat(chunks).toString()) }))
}

/** Operations whose effects no poll can find: reads, uses of keys, function invocations and metrics. */
const READ_ONLY_OPERATIONS =
  /^(Get|List|Query|Scan|BatchGet|TransactGet|Describe|Receive|HEAD|GET|Sign|Verify|Encrypt|Decrypt|Generate|InvokeFunction|PutMetricData|Assume)/

/**
 * Counts the SDK calls that may have changed something. Failed conditions do not count. Writes by functions that
 * process log lines do not count either: otherwise each poll's log line would trigger the next poll.
 */
export const changeCount = (logConsumers: ReadonlySet<string> = new Set()) => {
  let count = 0
  return {
    count: () => count,
    recordSuccess: (operation: string, caller: string): void => {
      if (!READ_ONLY_OPERATIONS.test(operation) && !logConsumers.has(caller)) count++
    },
  }
}
