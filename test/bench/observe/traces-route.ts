import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { observeDeps } from '../../../lambdas/observe/api/observe-routes.ts'
import { otlpRoutes } from '../../../lambdas/observe/otlp/otlp-routes.ts'
import { TABLE } from '../../support/table-world.ts'

const cycle = { start: new Date('2026-11-01T00:00:00Z'), end: new Date('2026-12-01T00:00:00Z') }
const caller = { kind: 'session', tenantId: 'bench', orgId: 'bench', userId: 'bench', scopes: [] }

interface Answer {
  readonly status: number
  readonly body: Uint8Array
}

/** Creates `POST /v1/traces` like the function, over a table, for a known caller on plan team. */
export const tracesRoute = (db: DynamoDBDocumentClient, now: number) => {
  const deps = observeDeps({
    db,
    table: TABLE,
    now: () => new Date(now),
    tierStatusOf: async () => ({ tier: 'team', cycle }),
    pepper: async () => 'pepper',
    allowsLoopback: false,
  })
  const [traces] = otlpRoutes(deps)
  const run = traces?.run as unknown as (request: object) => Promise<Answer>
  return (body: Uint8Array): Promise<Answer> =>
    run({ body, headers: { 'content-type': 'application/x-protobuf' }, caller, query: {}, params: {} })
}
