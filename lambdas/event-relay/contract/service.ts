import { defineService } from '@signet/contracts'

export const eventRelayService = defineService({
  name: 'event-relay',
  title: 'Signet events',
  description: 'Delivers events of all services to the bus.',
  tags: {},
  scopes: {},
  erasure: { none: 'an event is stored until it is sent' },
  contracts: [],
  rows: [
    {
      name: 'Unsent event',
      prefix: 'OUTBOX#',
      keyTemplates: {
        pk: 'OUTBOX#<source>#<entity>',
        sk: 'EVENT#<event>',
        gsi1pk: 'OUTBOX#<0-7>',
        gsi1sk: '<time>#<version>#<event>',
      },
      retention: 'until it is sent',
      owner: 'platform',
    },
  ],
})
