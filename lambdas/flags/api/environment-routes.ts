import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import pMap from 'p-map'
import { listEnvironments } from '../contract/environments.ts'
import type { FlagDeps } from './deps.ts'

const CONCURRENCY = 8

export const environmentRoutes = ({ sets, environmentsOf }: Pick<FlagDeps, 'sets' | 'environmentsOf'>): Route[] => [
  route(listEnvironments, async ({ query, caller }) => {
    const org = scopesOf(caller).entitlementScope
    const { rows, nextCursor } = await environmentsOf(org, query)
    const counted = async ({ environment }: { readonly environment: string }) => {
      const { flags, version } = await sets.read({ org, environment })
      const archived = flags.filter((flag) => flag.archived).length
      return { environment, flags: flags.length - archived, archived, version }
    }
    return reply(200, { environments: await pMap(rows, counted, { concurrency: CONCURRENCY }), nextCursor })
  }),
]
