import { ability } from './ability.ts'

/** Value: the name of the service, below which it stores its parts. */
export const exports = ability<string>()({
  allows: 'Stores its part of exports of accounts, below its own name',
  local: { service: 's3' },
  variables: { EXPORTS_BUCKET: ({ bucket }) => bucket('exports').name },
  rights: (service, { bucket }) => [
    {
      actions: ['s3:PutObject'],
      resources: [`${bucket('exports').arn}/parts/*/${service}/*`],
      wide: 'Parts have keys by organization and export',
    },
  ],
})
