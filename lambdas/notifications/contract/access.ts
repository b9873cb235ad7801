import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  // Separate from mail-visitors: anonymous clients can fill that queue, and a leaked key must be reported at once.
  'mail-accounts': {
    description: 'Emails account holders about leaked keys, incidents, document requests and aging trust pages',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-to-accounts', batchSize: 10, maxConcurrency: 2 },
    subscribes: {
      types: [
        'org.signet.api-key.leaked.v1',
        'org.signet.observe-alert.mail-due.v1',
        'org.signet.trust-page.going-stale.v1',
        'org.signet.trust-request.created.v1',
      ],
    },
    // Contains mails delayed by the daily limit.
    queues: ['mails-to-accounts'],
    publicUrls: ['platform'],
    rows: { PERSON: ['get'], ORG: ['get', 'query'] },
    mail: true,
    spends: ['mail'],
  },
  'mail-visitors': {
    description: 'Emails addresses entered by visitors, and forwards messages and tickets to support',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-to-visitors', batchSize: 10, maxConcurrency: 4 },
    subscribes: {
      types: [
        'org.signet.contact-message.received.v1',
        'org.signet.subscriber.requested.v1',
        'org.signet.support-ticket.opened.v1',
        'org.signet.trust-page.news-requested.v1',
        'org.signet.trust-request.asked.v1',
        'org.signet.trust-request.granted.v1',
        'org.signet.trust-request.declined.v1',
        'org.signet.trust-request.revoked.v1',
      ],
    },
    // Contains mails delayed by the daily limit.
    queues: ['mails-to-visitors'],
    settings: ['SUPPORT_EMAIL'],
    rows: {
      CONTACT: ['get'],
      TICKET: ['get'],
      SUBSCRIBER: ['get', 'put'],
      CONFIRM: ['put'],
      TRUSTNEWS: ['get', 'put'],
      TRUSTLINK: ['put'],
      TRUSTREQUEST: ['get', 'put'],
      TRUSTGRANT: ['put'],
    },
    secrets: { read: ['pepper'] },
    mail: true,
    spends: ['mail'],
  },
  'deliver-webhooks': {
    description: 'Delivers signed webhooks about incidents to the addresses of their rules',
    memoryMb: 256,
    // Longer than the longest wait for a receiver's response.
    timeoutSeconds: 40,
    queue: { name: 'webhook-deliveries', batchSize: 5, maxConcurrency: 10 },
    subscribes: {
      types: ['org.signet.observe-alert.firing.v1', 'org.signet.observe-alert.resolved.v1'],
      data: { has_webhook: [true] },
    },
    settings: ['WEBHOOK_LOOPBACK'],
    rows: { OBSNOTE: ['get', 'put'] },
    queues: ['webhook-deliveries'],
    secrets: { read: ['pepper'] },
  },
})
