import type { SecretsClient } from '../secret.ts'
import { ability, type NamedResource, type Right } from './ability.ts'

export interface SecretGrant {
  readonly read?: readonly string[]
  /** Names of secrets that the function may only check for a value. */
  readonly describe?: readonly string[]
}

export const readRight = ({ arn }: NamedResource): Right => ({
  actions: ['secretsmanager:GetSecretValue'],
  resources: [arn],
})

export const secrets = ability<SecretGrant, { readonly secrets: SecretsClient }>()({
  allows: 'Reads secrets of the platform, or checks that they have a value',
  local: { service: 'secretsmanager' },
  variables: { '*_SECRET': ({ secret }, name) => secret(name).name },
  rights: ({ read = [], describe = [] }, { secret }) => [
    ...read.map((name) => readRight(secret(name))),
    ...describe.map((name) => ({ actions: ['secretsmanager:DescribeSecret'], resources: [secret(name).arn] })),
  ],
})
