import { type Answer, call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { newKey } from '../../support/credentials.ts'

type Query = Readonly<Record<string, string | number>>

/** Creates a key of a new organization with the scopes to send and read. */
export const observeKey = (): Promise<string> => newKey('platform', ['observe:read', 'observe:write'])

/** Milliseconds since 1970, by the clock of the stack. */
export const now = async (): Promise<number> => new Date(await stackNow()).getTime()

export const logOf = (timestamp: number, message = 'up', context: object = {}) => ({
  timestamp,
  level: 'info',
  message,
  context,
})

export const rootSpan = (traceId: string, startTime: number, fields: object = {}) => ({
  traceId,
  spanId: 'root',
  operationName: 'GET /',
  startTime,
  endTime: startTime + 100,
  ...fields,
})

export const sendTelemetry = (key: string, body: object): Promise<Answer<Readonly<Record<string, unknown>>>> =>
  call('POST', '/api/observe/ingest', { key, body, as: 'ingestTelemetry' })

/** Calls a GET route by its path below `/api/observe` and its operation, such as `traces` and `listTraces`. */
export const runQuery = <Body>(
  key: string,
  path: string,
  operation: string,
  query: Query = {},
): Promise<Answer<Body>> => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return call<Body>('GET', `/api/observe/${path}${text && `?${text}`}`, { key, as: operation })
}
