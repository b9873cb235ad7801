import { ability } from './ability.ts'

/** Contracts of the service whose routes it answers, by name. */
export const serves = ability<readonly string[]>()({
  allows: 'Answers the routes of contracts',
  local: { instead: 'the gateway of the local runner' },
  variables: {
    PUBLIC_URL: ({ setting }) => setting('PUBLIC_URL'),
    CORS_ORIGINS: ({ setting }) => setting('CORS_ORIGINS'),
    EDGE: ({ setting }) => setting('EDGE'),
    CLIENT_ADDRESS_HEADER: ({ setting }) => setting('CLIENT_ADDRESS_HEADER'),
  },
})
