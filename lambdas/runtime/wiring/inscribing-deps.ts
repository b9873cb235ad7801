import { randomBytes } from 'node:crypto'
import { type BucketConnection, bucket } from '@signet/bucket'
import type { ApiRuntime } from '@signet/kernel'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import type { access } from '../contract/access.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import { hourCounts } from '../telemetry/hour-counts-table.ts'

export interface Clients {
  readonly connection: BucketConnection
}

/** A function that inscribes. */
export type Inscribing = Omit<ApiRuntime<typeof access.api, Clients>, 'access'>

/** Objects, counters and issuer. */
export const inscribingDeps = (runtime: Inscribing) => {
  const { env, clients, db, table, now, newId, log } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  const objects = bucket(clients.connection)
  return {
    ...{ db, table, now, newId, log, issuer: env.ISSUER_URL, signers, counts: hourCounts(runtime), bucket: objects },
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(objects) }),
  }
}

export type InscribingDeps = ReturnType<typeof inscribingDeps>
