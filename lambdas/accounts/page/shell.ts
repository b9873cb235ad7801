import { script, style } from 'browser:./client/main.ts'
import { reply } from '@signet/contracts'
import { contentPolicy, escaped, pathAt } from '@signet/pages'

const POLICY = contentPolicy({ script, style, connect: ["'self'"], images: ['data:'] })

/** A page of the platform. */
export interface Page {
  readonly title: string
  /** HTML with every value escaped. */
  readonly main: string
  readonly baseUrl: string
  /** Names of the pages in the navigation for signed-in people. */
  readonly navigation?: readonly { readonly title: string; readonly path: string }[]
}

const navigationOf = ({ navigation = [], baseUrl, title }: Page): string => {
  if (navigation.length === 0) return ''
  const links = navigation.map((page) => {
    const current = page.title === title ? ' aria-current="page"' : ''
    return `<a href="${escaped(pathAt(baseUrl, page.path))}"${current}>${escaped(page.title)}</a>`
  })
  return `<nav aria-label="Pages">${links.join('')}<button type="button" data-action="sign-out">Sign out</button></nav>`
}

const documentOf = (page: Page): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(page.title)} · Signet</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body data-base="${escaped(pathAt(page.baseUrl, ''))}">
    <header><p class="brand">Signet</p>${navigationOf(page)}</header>
    <main>
      <h1>${escaped(page.title)}</h1>
      <p id="problem" role="alert" hidden></p>
      <noscript><p>To change something this page needs JavaScript; everything on it can be done by the API, too.</p></noscript>
      ${page.main}
    </main>
    <script type="module">${script}</script>
  </body>
</html>
`

/** The layout of every page of the platform: one self-contained document. */
export const pageReply = (page: Page) =>
  reply(200, documentOf(page), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
