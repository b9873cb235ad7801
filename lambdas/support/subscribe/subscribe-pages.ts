import { reply } from '@signet/contracts'
import { plainDocument, plainHeaders } from '@signet/ui/pages'

/** A form without an action is sent to the page's own address. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

export const confirmationPage = () =>
  page('News from Signet', `<p>Press the button, and news will come to your address.</p>${button('Yes, send me news')}`)

export const confirmedPage = () =>
  page('You are subscribed', '<p>Every mail has a link by which you can unsubscribe.</p>')

export const unsubscriptionPage = () =>
  page('Unsubscribe from news', `<p>Press the button, and no news will come any more.</p>${button('Unsubscribe')}`)

export const unsubscribedPage = () =>
  page('You are not subscribed', '<p>No news will come, and your address is forgotten.</p>')
