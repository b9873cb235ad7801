import { reply } from '@signet/contracts'
import { escaped, plainDocument, plainHeaders } from '@signet/pages'

/** A form without an action is sent to the page's own address. */
const page = (title: string, main: string) =>
  reply(200, plainDocument({ title, main }), plainHeaders({ formTargets: ["'self'"] }))

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

const back = (slug: string): string => `<p><a href="/trust/${escaped(slug)}">Back to the trust page</a></p>`

/** The form. With a fault it says it, and keeps what was written. */
export const subscribePage = (slug: string, sent?: { readonly email: string; readonly fault: string }) => {
  const fault = sent === undefined ? '' : `<p class="warning" id="fault" role="alert">${escaped(sent.fault)}</p>`
  const described = sent === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"'
  const email = escaped(sent?.email ?? '')
  return page(
    `News of ${slug}`,
    `<p>A mail tells you when this trust page shows something else: another posture, a new document, one that is gone.
    First a mail asks whether the address is yours.</p>
    <form method="post">${fault}
      <p><label>Mail address<br><input name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"${described}></label></p>
      <p><button>Ask for news</button></p>
    </form>${back(slug)}`,
  )
}

export const requestedPage = (slug: string) =>
  page(
    'Look into your mail',
    `<p>A link is on its way to your address, if none was sent in the last ten minutes. It is valid for 48 hours.</p>${back(slug)}`,
  )

export const confirmationPage = (slug: string) =>
  page(`News of ${slug}`, `<p>Press the button, and a mail will tell you of changes.</p>${button('Yes, tell me')}`)

export const confirmedPage = (slug: string) =>
  page('You are subscribed', `<p>Every mail has a link by which you can unsubscribe.</p>${back(slug)}`)

export const endPage = (slug: string) =>
  page(`No news of ${slug}`, `<p>Press the button, and no mail will come any more.</p>${button('Unsubscribe')}`)

export const endedPage = (slug: string) =>
  page('You are not subscribed', `<p>No news will come, and your address is forgotten.</p>${back(slug)}`)
