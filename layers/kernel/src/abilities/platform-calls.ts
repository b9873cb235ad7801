import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'
import { readRight } from './secrets.ts'

const SECRET = 'platform-calls'

/** The grant is the name under which the platform calls the service: `billing`. */
export const platformCalls = ability<string, { readonly secrets: SecretsClient }>()({
  allows: 'Recognises calls that the platform signs for people and organisations',
  local: { service: 'secretsmanager' },
  variables: { PLATFORM_CALLS_SECRET: ({ secret }) => secret(SECRET).name },
  rights: (_, { secret }) => [readRight(secret(SECRET))],
})
