import { defineService } from '@signet/contracts'

export const notificationService = defineService({
  name: 'notifications',
  title: 'Signet notifications',
  description: 'Mails and webhooks about events of all services.',
  tags: {},
  scopes: {},
  erasure: { none: 'notifications are built from rows of other services, which erase them' },
  contracts: [],
  rows: [],
})
