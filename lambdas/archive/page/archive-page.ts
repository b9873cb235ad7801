import { script, style } from 'browser:./client/main.tsx'
import { createHash } from 'node:crypto'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only what the page itself carries runs; it talks to its own origin, and parts of files go to the bucket. */
export const policyOf = (bucketOrigin: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `connect-src 'self' ${bucketOrigin}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The one document, which holds all that it needs; `signIn` is where people sign in, empty where there is no such place. */
export const documentOf = (signIn: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Signet archive</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <div id="app" data-sign-in="${signIn}"><noscript>This page needs JavaScript; everything on it can be done by the API, too.</noscript></div>
    <script type="module">${script}</script>
  </body>
</html>
`
