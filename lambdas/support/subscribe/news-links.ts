import { subscriberIdOf } from '@signet/notifications/mail'

/** The id of who gets news of the platform at an address. */
export const newsSubscriber = (pepper: string, email: string): string => subscriberIdOf(pepper, 'subscriber', email)

/** The links of a mail to a subscriber. */
export const linksOf = (baseUrl: string) => ({
  confirm: (token: string) => `${baseUrl}/api/subscribe/confirm?token=${token}`,
  unsubscribe: (token: string) => `${baseUrl}/api/subscribe/unsubscribe?token=${token}`,
})
