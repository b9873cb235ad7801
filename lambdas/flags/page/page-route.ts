import { script, style } from 'browser:./client/main.tsx'
import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { getPage } from '../contract/page.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only what the page itself carries runs, and it talks to its own origin only. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const documentOf = (signIn: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Signet flags</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <div id="app" data-sign-in="${signIn}"><noscript>This page needs JavaScript; everything on it can be done by the API, too.</noscript></div>
    <script type="module">${script}</script>
  </body>
</html>
`

export interface PageDeps {
  /** Base address of the platform, where people sign in; `none` where the deployment has none. */
  readonly platformUrl: string
}

/** The page for people: one document, which holds all that it needs. */
export const pageRoute = ({ platformUrl }: PageDeps): Route => {
  const signIn = platformUrl === 'none' ? '' : `${platformUrl.replace(/\/$/, '')}/login`
  const html = documentOf(signIn)
  return route(getPage, async () =>
    reply(200, html, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    }),
  )
}
