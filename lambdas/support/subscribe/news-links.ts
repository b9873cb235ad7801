import { subscriberIdOf } from '@signet/notifications/mail'

export const newsSubscriber = (pepper: string, email: string): string => subscriberIdOf(pepper, 'subscriber', email)
