import type { OwnedThings } from '../../support/owned.ts'
import { asPerson } from '../../support/people.ts'

export const owned: OwnedThings = {
  texts: async ({ person }) => {
    const body = { subject: 'Help', message: 'It does not work' }
    const opened = await asPerson<{ id: string }>(person, 'POST', '/api/support/tickets', { body, as: 'openTicket' })
    return { ticket: opened.body.id }
  },
  byValue: {
    'confirmSubscription token': 'mailed to the address that it concerns',
    'showConfirmation token': 'mailed to the address that it concerns',
    'unsubscribe token': 'mailed to the address that it concerns',
    'showUnsubscription token': 'mailed to the address that it concerns',
    'listTickets cursor': 'tested in test/api/platform/isolation-lists.test.ts',
  },
}
