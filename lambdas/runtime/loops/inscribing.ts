import { randomBytes } from 'node:crypto'
import { type BucketConnection, bucket } from '@signet/bucket'
import { rowTable } from '@signet/kernel'
import { type IssuerDeps, kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { memoryRow } from '../contract/memory-row.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import type { AdvanceDeps } from './advance-loop.ts'
import { loopTable } from './loop-table.ts'

/** What the functions of interviews have in common. */
interface LoopRuntime extends Omit<IssuerDeps, 'issuer' | 'signers' | 'randomBytes'> {
  readonly env: Readonly<Record<string, string | undefined>> & { readonly ISSUER_URL: string }
  readonly clients: { readonly kms: Parameters<typeof kmsSigners>[0]; readonly connection: BucketConnection }
}

/** Tables, objects and issuer of interviews. */
export const advanceDeps = (runtime: LoopRuntime): AdvanceDeps => {
  const { env, clients, now } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  return {
    now,
    memories: rowTable(memoryRow, runtime),
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(bucket(clients.connection)) }),
    loops: loopTable(runtime),
    shelfOf: shelfOfScript(deckRegistry(runtime)),
  }
}
