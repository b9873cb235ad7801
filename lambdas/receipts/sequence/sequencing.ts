import type { FunctionRuntime } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { kmsSigners } from '@signet/receipts/issuing'
import type { access } from '../contract/access.ts'
import { leafPositionTable } from '../log/leaf-position-table.ts'
import { logObjects } from '../log/log-objects.ts'
import { cosigner } from './cosigning.ts'
import { logYears, sequenceLog } from './sequence-log.ts'
import { witnessClient } from './witness-client.ts'

type Runtime = Pick<FunctionRuntime<typeof access.sequence>, 'db' | 'table' | 'env' | 'now' | 'log'> & {
  readonly clients: { readonly bucket: Bucket; readonly kms: Parameters<typeof kmsSigners>[0] }
}

/** No batch starts after this time, so that a started batch can finish before the function times out. */
const START_WITHIN_MS = 60_000

const witnessUrlOf = (address: string): string | undefined => (address === 'none' ? undefined : address)

export const buildSequencer = (runtime: Runtime): (() => Promise<{ readonly receipts: number }>) => {
  const { env, clients, now } = runtime
  const objects = logObjects(clients.bucket)
  const run = sequenceLog({
    ...runtime,
    objects,
    issuer: env.ISSUER_URL,
    signers: kmsSigners(clients.kms, env),
    positions: leafPositionTable(runtime),
  })
  const witness = witnessUrlOf(env.WITNESS_PUBLIC_URL)
  const cosign = witness === undefined ? undefined : cosigner({ ...runtime, objects, witness: witnessClient(witness) })
  return async () => {
    const deadline = now().getTime() + START_WITHIN_MS
    const receipts = await run(() => now().getTime() < deadline)
    for (const year of logYears(now())) await cosign?.(year)
    return { receipts }
  }
}
