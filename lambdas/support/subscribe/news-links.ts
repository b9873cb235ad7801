import { subscriberIdOf } from '@signet/notifications/mail'

/** The id of who gets news of the platform at an address. */
export const newsSubscriber = (pepper: string, email: string): string => subscriberIdOf(pepper, 'subscriber', email)
