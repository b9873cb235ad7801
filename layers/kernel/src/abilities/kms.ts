import type { KMSClient } from '@aws-sdk/client-kms'
import { ability } from './ability.ts'

export interface SigningKeyGrant {
  /** Names of keys to sign with. The data stack creates an Ed25519 key for each name. */
  readonly sign: readonly string[]
}

export const kms = ability<SigningKeyGrant, { readonly kms: KMSClient }>()({
  allows: 'Signs with keys that never leave AWS KMS, and reads their public keys',
  local: { service: 'kms' },
  variables: { '*_KEY_ID': ({ signingKey }, name) => signingKey(name).name },
  rights: ({ sign }, { signingKey }) => [
    { actions: ['kms:Sign', 'kms:GetPublicKey'], resources: sign.map((name) => signingKey(name).arn) },
  ],
})
