import type { OwnedThings } from '../../support/owned.ts'
import { asPerson } from '../../support/people.ts'

export const owned: OwnedThings = {
  texts: async ({ person }) => {
    const body = { subject: 'Help', message: 'It does not work' }
    const opened = await asPerson<{ id: string }>(person, 'POST', '/api/support/tickets', { body, as: 'openTicket' })
    return { ticket: opened.body.id }
  },
  byValue: {
    'confirmSubscription token': 'mailed to the address that it is of',
    'showConfirmation token': 'mailed to the address that it is of',
    'unsubscribe token': 'mailed to the address that it is of',
    'showUnsubscription token': 'mailed to the address that it is of',
    'listTickets cursor': 'tried in the test of isolation',
  },
}
