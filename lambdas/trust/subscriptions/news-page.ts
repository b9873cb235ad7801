import { reply } from '@signet/contracts'
import { escaped, plainDocument, plainHeaders } from '@signet/ui/pages'

/** A form without an action is sent to the page's own address. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

const back = (slug: string): string => `<p><a href="/trust/${escaped(slug)}">Back to trust page</a></p>`

export const subscribePage = (slug: string, sent?: { readonly email: string; readonly fault: string }) => {
  const fault = sent === undefined ? '' : `<p class="warning" id="fault" role="alert">${escaped(sent.fault)}</p>`
  const described = sent === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'
  const email = escaped(sent?.email ?? '')
  return page(
    `Updates of the trust page ${slug}`,
    `<p>Get an email when the security assessment or a document on this trust page changes. You first receive a link to confirm
    your address.</p>
    <form method="post">${fault}
      <p><label>Email address<br><input name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"${described}></label></p>
      <p><button>Subscribe</button></p>
    </form>${back(slug)}`,
  )
}

export const requestedPage = (slug: string) =>
  page(
    'Check your inbox',
    `<p>A confirmation link is on its way to your address, unless one was sent in the last ten minutes. It is valid for 48 hours.</p>${back(slug)}`,
  )

export const confirmationPage = (slug: string) =>
  page(
    `Confirm your subscription to ${slug}`,
    `<p>Confirm to get an email when this trust page changes.</p>${button('Confirm')}`,
  )

export const confirmedPage = (slug: string) =>
  page('You are subscribed', `<p>To unsubscribe, use the link in any of these emails.</p>${back(slug)}`)

export const endPage = (slug: string) =>
  page(
    `Unsubscribe from ${slug}`,
    `<p>Unsubscribe to stop all emails about this trust page.</p>${button('Unsubscribe')}`,
  )

export const endedPage = (slug: string) =>
  page('You are not subscribed', `<p>You will receive no more emails, and your address was deleted.</p>${back(slug)}`)
