import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { contactMessageContract, sendContact } from './contact.ts'
import { previewScaffold } from './preview.ts'
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

export const intakeService = defineService({
  name: 'intake',
  api: 'platform',
  title: 'Signet intake',
  description: 'What people write to us, and what they may look at before they sign up.',
  tags: {
    contact: 'Messages of anybody',
    support: 'Tickets of signed-in people',
    subscribe: 'News by mail',
    scaffold: 'What a scaffold would be',
  },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'contact',
      version: '1.0.0',
      description: 'Messages of anybody (spec platform-api 8).',
      endpoints: [sendContact],
    },
    contactMessageContract,
    {
      name: 'support-tickets',
      version: '1.0.0',
      description: 'Tickets of signed-in people (spec platform-api 8).',
      endpoints: [openTicket, listTickets],
    },
    supportTicketContract,
    {
      name: 'subscribe',
      version: '1.0.0',
      description: 'News by mail, for who has confirmed the address (spec platform-api 8).',
      endpoints: [subscribe, showConfirmation, confirmSubscription, showUnsubscription, unsubscribe],
    },
    subscriberContract,
    {
      name: 'scaffold-preview',
      version: '1.0.0',
      description: 'Which files a scaffold would have (spec platform-api 8).',
      endpoints: [previewScaffold],
    },
  ],
  rows,
})
