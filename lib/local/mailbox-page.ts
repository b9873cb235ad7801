import { escapeHtml } from '@signet/ui/pages'
import type { StoredMail } from './aws/ses/mailbox.ts'

/** Turns URLs in a text into links, as a mail program does. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dd{margin:0;overflow-wrap:anywhere}`

const article = ({ at, from, to, replyTo, subject, text, headers }: StoredMail): string => {
  const fields = [
    ['To', to.join(', ')],
    ['From', from],
    ...(replyTo.length > 0 ? [['Reply to', replyTo.join(', ')]] : []),
    ['Time', at],
    ...Object.entries(headers),
  ]
  const rows = fields.map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  return `<article><h2>${escapeHtml(subject)}</h2><dl>${rows.join('')}</dl><pre>${linkUrls(text)}</pre></article>`
}

export const mailboxPage = (mails: readonly StoredMail[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Mailbox · local</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Mailbox</h1>
      <p>Mail that the deployment would have sent. No mail leaves this machine.</p>
      ${mails.length === 0 ? '<p>Mail appears here when the platform sends it.</p>' : mails.map(article).join('')}
    </main>
  </body>
</html>
`
