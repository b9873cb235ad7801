import { ability } from './ability.ts'

export const serves = ability<readonly string[]>()({
  allows: 'Serves the routes of contracts',
  local: { instead: 'the gateway of the local runner' },
  variables: {
    PUBLIC_URL: ({ setting }) => setting('PUBLIC_URL'),
    CORS_ORIGINS: ({ setting }) => setting('CORS_ORIGINS'),
    EDGE: ({ setting }) => setting('EDGE'),
    CLIENT_ADDRESS_HEADER: ({ setting }) => setting('CLIENT_ADDRESS_HEADER'),
  },
})
