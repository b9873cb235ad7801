import { ability } from './ability.ts'

/** The grant is the name of the service, which is the prefix of its parts. */
export const exports = ability<string>()({
  allows: 'Stores its part of account exports, below its own prefix',
  local: { service: 's3' },
  variables: { EXPORTS_BUCKET: ({ bucket }) => bucket('exports').name },
  rights: (service, { bucket }) => [
    {
      actions: ['s3:PutObject'],
      resources: [`${bucket('exports').arn}/parts/*/${service}/*`],
      wildcardReason: 'The keys of parts contain the organization and the export',
    },
  ],
})
