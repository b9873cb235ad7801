import { reply } from '@signet/contracts'
import { escapeHtml, plainDocument, plainHeaders } from '@signet/ui/pages'

/** Returns a page. A form without an action is submitted to the URL of the page. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

const backLink = (slug: string): string => `<p><a href="/trust/${escapeHtml(slug)}">Back to trust page</a></p>`

export const subscribePage = (slug: string, rejected?: { readonly email: string; readonly fault: string }) => {
  const errorText =
    rejected === undefined ? '' : `<p class="warning" id="fault" role="alert">${escapeHtml(rejected.fault)}</p>`
  const errorAttributes = rejected === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'
  const email = escapeHtml(rejected?.email ?? '')
  return page(
    `Subscribe to updates of the trust page ${slug}`,
    `<p>Get an email when the security assessment or a document on this trust page changes. You first receive a link to confirm
    your address.</p>
    <form method="post">${errorText}
      <p><label>Email address<br><input name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"${errorAttributes}></label></p>
      <p><button>Subscribe</button></p>
    </form>${backLink(slug)}`,
  )
}

export const linkSentPage = (slug: string) =>
  page(
    'Check your inbox',
    `<p>A confirmation link is on its way to your address, unless one was sent in the last ten minutes. The link is valid for 48 hours.</p>${backLink(slug)}`,
  )

export const confirmationPage = (slug: string) =>
  page(
    `Confirm your subscription to ${slug}`,
    `<p>Confirm to get an email when this trust page changes.</p>${button('Confirm subscription')}`,
  )

export const confirmedPage = (slug: string) =>
  page('You are subscribed', `<p>To unsubscribe, use the link in any email about this trust page.</p>${backLink(slug)}`)

export const unsubscribePage = (slug: string) =>
  page(
    `Unsubscribe from ${slug}`,
    `<p>Unsubscribe to stop all emails about this trust page.</p>${button('Unsubscribe')}`,
  )

export const unsubscribedPage = (slug: string) =>
  page(
    'You are not subscribed',
    `<p>You will receive no more emails, and your address was deleted.</p>${backLink(slug)}`,
  )
