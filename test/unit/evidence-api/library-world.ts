import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { newUuid } from '@signet/kernel'
import type { PlatformTier } from '@signet/ledger'
import { assetTable } from '../../../lambdas/evidence/library/asset-table.ts'
import { importRoute } from '../../../lambdas/evidence/library/import-route.ts'
import { libraryRoutes } from '../../../lambdas/evidence/library/library-routes.ts'
import { callRoute, silentLog } from '../../support/paid-world.ts'
import { TABLE } from '../../support/table-world.ts'

export const ASSET = {
  type: 'case_study',
  title: 'A bakery that weighs loaves',
  content: { text: 'We weighed 400 loaves' },
  domains: ['food'],
  tags: ['bread'],
  qualityScore: null,
  verificationStatus: 'unverified',
  authorName: null,
  authorBio: null,
  sourceUrl: null,
}

export interface AssetBody {
  readonly id: string
  readonly title: string
  readonly updatedAt: string
}

interface Options {
  readonly db: DynamoDBDocumentClient
  readonly now: () => Date
  readonly tier?: PlatformTier
}

const cycle = { start: new Date('2026-11-05T00:00:00Z'), end: new Date('2026-12-05T00:00:00Z') }

/** The routes of the library over a table. */
export const libraryOver = ({ db, now, tier = 'pro' }: Options) => {
  const assets = assetTable({ db, table: TABLE, now, backoff: { sleep: async () => undefined, random: Math.random } })
  const tierStatusOf = async () => ({ tier, cycle })
  const deps = { assets, tierStatusOf, now, newId: newUuid, log: silentLog }
  const [list, create, get, update, remove] = libraryRoutes(deps).map(callRoute) as [
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
    ReturnType<typeof callRoute>,
  ]
  return {
    assets,
    list,
    create,
    get,
    update,
    remove,
    importing: callRoute(importRoute(deps)),
    /** Ids of the tenant's assets, newest first. */
    ids: async (tenant: string): Promise<string[]> =>
      (await assets.all({ tenant, org: `${tenant}-org` })).map(({ id }) => id),
  }
}
