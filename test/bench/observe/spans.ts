type Random = () => number

/** A span in the form of `POST /api/observe/ingest`. Times are milliseconds since 1970. */
export interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly operationName: string
  readonly service: string
  readonly startTime: number
  readonly endTime: number
  readonly status: 'ok' | 'error'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly events: readonly never[]
}

export const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')

/**
 * Creates spans of one trace that began up to four seconds before, like those of a shop's worker: about 475 bytes of
 * JSON each.
 */
export const spansOf = (random: Random, count: number, before: number): readonly SentSpan[] => {
  const traceId = hex(random, 32)
  const root = hex(random, 16)
  const start = before - Math.floor(random() * 4_000)
  return Array.from({ length: count }, (_, i) => ({
    traceId,
    spanId: i === 0 ? root : hex(random, 16),
    ...(i > 0 && { parentSpanId: root }),
    operationName: ['GET /cart/{id}', 'dynamodb.query', 'redis.get', 'POST /orders'][i % 4] ?? '',
    service: 'edge',
    startTime: start + i,
    endTime: start + i + Math.floor(random() * 200),
    status: random() < 0.02 ? 'error' : 'ok',
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'url.path': `/cart/${hex(random, 8)}`,
      'server.address': 'shop.example',
      'db.system.name': 'dynamodb',
      'cloud.region': 'eu-central-1',
      'user.hash': hex(random, 16),
    },
    events: [],
  }))
}
