import type { SESv2Client } from '@aws-sdk/client-sesv2'
import { ability } from './ability.ts'

export const mail = ability<true, { readonly ses: SESv2Client }>()({
  allows: 'Sends mail from the configured address by Amazon SES',
  local: { service: 'ses' },
  variables: { MAIL_FROM: ({ setting }) => setting('MAIL_FROM') },
  rights: (_, { setting, arn }) => {
    const from = setting('MAIL_FROM')
    if (from === 'none') return []
    // SES verifies either the address or its domain.
    const identities = [from, from.slice(from.lastIndexOf('@') + 1)]
    const resources = identities.map((identity) => arn({ service: 'ses', resource: `identity/${identity}` }))
    return [{ actions: ['ses:SendEmail'], resources, conditions: { StringEquals: { 'ses:FromAddress': from } } }]
  },
})
