import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { contactMessageContract, sendContact } from './contact.ts'
import { rows } from './rows.ts'
import {
  confirmSubscription,
  showConfirmation,
  showUnsubscription,
  subscribe,
  subscriberContract,
  unsubscribe,
} from './subscribe.ts'
import { listTickets, openTicket, supportTicketContract } from './tickets.ts'

export const supportService = defineService({
  name: 'support',
  api: 'platform',
  title: 'Signet support',
  description: 'Support messages, and news by email.',
  tags: {
    contact: 'Contact messages',
    support: 'Tickets of signed-in users',
    subscribe: 'News by email',
  },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'contact',
      version: '1.0.0',
      description: 'Contact messages.',
      endpoints: [sendContact],
    },
    contactMessageContract,
    {
      name: 'support-tickets',
      version: '1.0.0',
      description: 'Tickets of signed-in users.',
      endpoints: [openTicket, listTickets],
    },
    supportTicketContract,
    {
      name: 'subscribe',
      version: '1.0.0',
      description: 'News by email to confirmed addresses.',
      endpoints: [subscribe, showConfirmation, confirmSubscription, showUnsubscription, unsubscribe],
    },
    subscriberContract,
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly support: typeof supportService
  }
}
