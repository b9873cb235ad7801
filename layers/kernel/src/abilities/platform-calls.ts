import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'
import { readRight } from './secrets.ts'

export const CALLS_SECRET = 'platform-calls'

/** The grant is the name of the service, which calls of siblings name as their audience: `billing`. */
export const platformCalls = ability<string, { readonly secrets: SecretsClient }>()({
  allows: 'Accepts calls that siblings sign on behalf of people and organizations',
  local: { service: 'secretsmanager' },
  variables: { PLATFORM_CALLS_SECRET: ({ secret }) => secret(CALLS_SECRET).name },
  rights: (_, { secret }) => [readRight(secret(CALLS_SECRET))],
})
