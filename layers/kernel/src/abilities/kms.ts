import type { KMSClient } from '@aws-sdk/client-kms'
import { ability } from './ability.ts'

export interface KeyGrant {
  /** Keys that it signs with. The data stack makes an Ed25519 key for each name. */
  readonly sign: readonly string[]
}

export const kms = ability<KeyGrant, { readonly kms: KMSClient }>()({
  allows: 'Signs with keys that never leave AWS KMS, and reads their public halves',
  local: { service: 'kms' },
  variables: { '*_KEY_ID': ({ signingKey }, name) => signingKey(name).name },
  rights: ({ sign }, { signingKey }) => [
    { actions: ['kms:Sign', 'kms:GetPublicKey'], resources: sign.map((name) => signingKey(name).arn) },
  ],
})
