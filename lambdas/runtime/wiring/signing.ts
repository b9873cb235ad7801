import { randomBytes } from 'node:crypto'
import { type BucketConnection, bucket } from '@signet/kernel/bucket'
import { type IssuerDeps, kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'

export interface SigningRuntime extends Omit<IssuerDeps, 'issuer' | 'signers' | 'randomBytes'> {
  readonly env: Readonly<Record<string, string | undefined>> & { readonly ISSUER_URL: string }
  readonly clients: { readonly kms: Parameters<typeof kmsSigners>[0]; readonly connection: BucketConnection }
}

export const signingDeps = (runtime: SigningRuntime) => {
  const { env, clients } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  const objects = bucket(clients.connection)
  return {
    signers,
    issue,
    bucket: objects,
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(objects) }),
  }
}
