import { contentPolicy } from './content-policy.ts'
import { escaped } from './escaped.ts'

/** A page that is a program: one self-contained document. */
export interface ProgramPage {
  readonly title: string
  readonly script: string
  readonly style: string
  /** The sign-in page; empty if there is none. */
  readonly signIn: string
  /** Further origins that the program calls. */
  readonly origins?: readonly string[]
}

/** The sign-in page, below the base address of the platform; empty if the deployment has none (`none`). */
export const signInAddress = (platformUrl: string): string =>
  platformUrl === 'none' ? '' : `${platformUrl.replace(/\/$/, '')}/login`

/** The document. Its program starts in the element `app`. */
export const programDocument = ({ title, script, style, signIn }: ProgramPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <div id="app" data-sign-in="${escaped(signIn)}"><noscript>This page needs JavaScript; everything on it can be done by the API, too.</noscript></div>
    <script type="module">${script}</script>
  </body>
</html>
`

/** The document's headers: it may call its own origin and the named ones only. */
export const programHeaders = ({ script, style, origins = [] }: ProgramPage): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy({
    script,
    style,
    connect: ["'self'", ...origins],
    images: ["'self'", 'data:'],
  }),
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})
