import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { PlatformTier } from '@signet/ledger'
import { policyCatalog } from '../../../lambdas/evidence/policies/policy-catalog.ts'
import { policyRoutes } from '../../../lambdas/evidence/policies/policy-routes.ts'
import { policyTable } from '../../../lambdas/evidence/policies/policy-table.ts'
import { callRoute } from '../../support/paid-world.ts'
import { TABLE } from '../../support/table-world.ts'

/** A policy that requires a date. */
export const POLICY = {
  version: '2026.11.1',
  name: 'House rules',
  appliesTo: 'What we publish',
  requirements: [
    {
      id: 'OWN-01',
      pillar: 'Trustworthiness',
      type: 'date',
      severity: 'major',
      satisfiedBy: [],
      description: 'No date stands there.',
      suggestion: 'Say when it was written.',
      detector: { kind: 'dated@1' },
    },
  ],
} as const

interface Options {
  readonly db: DynamoDBDocumentClient
  readonly tier?: PlatformTier
}

const now = () => new Date('2026-11-22T09:00:00Z')
const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }

/** The routes of policies over a table. */
export const policiesOver = ({ db, tier = 'pro' }: Options) => {
  const policies = policyTable({
    db,
    table: TABLE,
    now,
    backoff: { sleep: async () => undefined, random: Math.random },
  })
  const catalog = policyCatalog(policies)
  const [list, get, put] = policyRoutes({ policies, catalog, now, tierStatusOf: async () => ({ tier, cycle }) }).map(
    callRoute,
  ) as [ReturnType<typeof callRoute>, ReturnType<typeof callRoute>, ReturnType<typeof callRoute>]
  return {
    policies,
    catalog,
    list: (tenant: string) => list(tenant, {}),
    get: (tenant: string, id: string) => get(tenant, { params: { id } }),
    put: (tenant: string, id: string, body: object = POLICY) => put(tenant, { params: { id }, body }),
  }
}
