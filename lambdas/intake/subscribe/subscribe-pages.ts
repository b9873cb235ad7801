import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem}
button{font:inherit;min-height:2.75rem;padding:.4rem 1rem;cursor:pointer}`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Texts of ours alone, so nothing in a page needs an escape: a form without an action goes to the page's own address. */
const page = (title: string, main: string) =>
  reply(
    200,
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · Signet</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body><main><h1>${title}</h1>${main}</main></body>
</html>
`,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  )

const button = (text: string): string => `<form method="post"><button>${text}</button></form>`

export const confirmationPage = () =>
  page('News from Signet', `<p>Press the button, and news will come to your address.</p>${button('Yes, send me news')}`)

export const confirmedPage = () =>
  page('You are subscribed', '<p>Every mail has a link by which you can unsubscribe.</p>')

export const unsubscriptionPage = () =>
  page('No more news', `<p>Press the button, and no news will come any more.</p>${button('Unsubscribe')}`)

export const unsubscribedPage = () =>
  page('You are not subscribed', '<p>No news will come, and your address is forgotten.</p>')
