import type { ApiRuntime } from '@signet/kernel'
import type { BucketConnection } from '@signet/kernel/bucket'
import type { access } from '../contract/access.ts'
import { hourCounts } from '../telemetry/hour-counts-table.ts'
import { signingDeps } from './signing.ts'

export interface Clients {
  readonly connection: BucketConnection
}

export type InscribingRuntime = Omit<ApiRuntime<typeof access.api, Clients>, 'access'>

export const inscribingDeps = (runtime: InscribingRuntime) => {
  const { env, db, table, now, newId, log } = runtime
  return {
    db,
    table,
    now,
    newId,
    log,
    issuer: env.ISSUER_URL,
    counts: hourCounts(runtime),
    ...signingDeps(runtime),
  }
}

export type InscribingDeps = ReturnType<typeof inscribingDeps>
