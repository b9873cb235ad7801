import type { TraitName } from './trait-names.ts'

type Defaults = Readonly<Record<Exclude<TraitName, 'vendor' | 'data_classes'>, string>>

const of = (defaults: Partial<Defaults>): Defaults => ({
  ...{ trigger: 'http', route_shape: 'single', verification: 'unknown', dispatch: 'sync', store: 'none' },
  ...{ exposure: 'unknown', multi_tenant: 'unknown', has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  ...{ bindings: 'none', default_routes: 'none' },
  ...defaults,
})

/** Nobody calls it: a queue, a clock, a stream, a bucket or a terminal starts it. */
const UNCALLED = { verification: 'none' } as const

/**
 * What a pattern is like where no word says otherwise. `unknown` becomes a question. Nothing that has callers is open by
 * default: only words say that.
 */
export const TRAIT_DEFAULTS: Readonly<Record<string, Defaults>> = {
  'http-api': of({ verification: 'api-key', multi_tenant: 'no', default_routes: 'POST /' }),
  'crud-api': of({
    ...{ route_shape: 'resource', verification: 'jwt', store: 'keyvalue', bindings: 'table' },
    default_routes: 'GET /items, POST /items, GET /items/:id, PATCH /items/:id, DELETE /items/:id',
  }),
  'webhook-receiver': of({
    ...{ trigger: 'webhook', verification: 'hmac', dispatch: 'queue', store: 'keyvalue', exposure: 'public' },
    ...{ multi_tenant: 'no', latency: 'seconds', bindings: 'queue, table', default_routes: 'POST /webhook' },
  }),
  'queue-consumer': of({
    ...UNCALLED,
    ...{ trigger: 'queue', route_shape: 'none', dispatch: 'queue', store: 'keyvalue', exposure: 'internal' },
    ...{ latency: 'seconds', bindings: 'queue, table' },
  }),
  'scheduled-job': of({
    ...UNCALLED,
    ...{ trigger: 'schedule', route_shape: 'none', store: 'keyvalue', exposure: 'internal', latency: 'batch' },
    bindings: 'schedule, table',
  }),
  'stream-processor': of({
    ...UNCALLED,
    ...{ trigger: 'stream', route_shape: 'none', dispatch: 'stream', store: 'keyvalue', exposure: 'internal' },
    ...{ latency: 'seconds', bindings: 'stream, table' },
  }),
  'file-pipeline': of({
    ...UNCALLED,
    ...{ trigger: 'file', route_shape: 'none', dispatch: 'queue', store: 'object', latency: 'seconds' },
    bindings: 'bucket, queue',
  }),
  'auth-gateway': of({
    ...{ verification: 'jwt', store: 'keyvalue', exposure: 'public', has_ui: 'unknown', bindings: 'table, secret' },
    default_routes: 'POST /sessions, DELETE /sessions/current, GET /check',
  }),
  'edge-proxy': of({
    ...{ route_shape: 'proxy', store: 'cache', exposure: 'public', multi_tenant: 'no', bindings: 'cache' },
    default_routes: 'ANY /:path',
  }),
  'mcp-server': of({
    ...{ route_shape: 'rpc', verification: 'oauth', exposure: 'partner', default_routes: 'POST /mcp' },
  }),
  'rag-service': of({
    ...{ store: 'vector', uses_model: 'yes', bindings: 'vectors, model, bucket', default_routes: 'POST /questions' },
  }),
  'agent-worker': of({
    ...UNCALLED,
    ...{ trigger: 'queue', route_shape: 'none', dispatch: 'steps', store: 'keyvalue', exposure: 'internal' },
    ...{ uses_model: 'yes', latency: 'seconds', bindings: 'queue, table, model' },
  }),
  'static-site-api': of({
    ...{ has_ui: 'yes', store: 'keyvalue', exposure: 'public', multi_tenant: 'no', bindings: 'assets, table' },
    default_routes: 'GET /:path, POST /api/submissions',
  }),
  'cli-tool': of({ ...UNCALLED, ...{ trigger: 'cli', route_shape: 'none', exposure: 'internal', multi_tenant: 'no' } }),
  'event-fanout': of({
    ...{ trigger: 'queue', route_shape: 'single', dispatch: 'fanout', store: 'keyvalue', exposure: 'internal' },
    ...{ latency: 'seconds', bindings: 'topic, queue, table', default_routes: 'POST /events' },
  }),
  'data-sync': of({
    ...{ trigger: 'schedule', route_shape: 'none', store: 'keyvalue', exposure: 'partner', latency: 'seconds' },
    ...{ verification: 'oauth', bindings: 'schedule, table, secret' },
  }),
  'realtime-hub': of({
    ...{ trigger: 'connection', verification: 'jwt', dispatch: 'fanout', store: 'keyvalue', exposure: 'public' },
    ...{ bindings: 'connections, table', default_routes: 'GET /connect' },
  }),
  workflow: of({
    ...{ dispatch: 'steps', store: 'keyvalue', exposure: 'internal', has_ui: 'unknown', latency: 'batch' },
    ...{ bindings: 'machine, table', default_routes: 'POST /cases, GET /cases/:id, POST /cases/:id/decisions' },
  }),
}
