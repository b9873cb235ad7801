import { contentPolicy } from './content-policy.ts'
import { escapeHtml } from './escape-html.ts'
import { STYLE } from './style.ts'

export interface PlainPage {
  readonly title: string
  /** HTML with all values escaped. */
  readonly main: string
  /** Allowed form targets, including redirects, as policy sources (CSP Level 3, section 6.4.1); default: none. */
  readonly formTargets?: readonly string[]
  /** An optional script that enhances the page: a module as text, and its data by element ID. */
  readonly program?: { readonly text: string; readonly data: Readonly<Record<string, unknown>> }
  readonly links?: readonly { readonly title: string; readonly href: string }[]
}

const navigationOf = (links: PlainPage['links'] = []): string =>
  links.length === 0
    ? ''
    : `<nav aria-label="Pages">${links.map(({ title, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(title)}</a>`).join(' ')}</nav>`

/** Serializes JSON for a script element, escaped so that it cannot close the element. */
const jsonElement = ([id, value]: readonly [string, unknown]): string =>
  `<script type="application/json" id="${escapeHtml(id)}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const programOf = (program: PlainPage['program']): string =>
  program === undefined
    ? ''
    : `${Object.entries(program.data).map(jsonElement).join('')}<script type="module">${program.text}</script>`

export const plainDocument = ({ title, main, links, program }: PlainPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} · Signet</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <header><p class="brand">Signet</p>${navigationOf(links)}</header>
    <main><h1>${escapeHtml(title)}</h1>${main}</main>
    ${programOf(program)}
  </body>
</html>
`

/**
 * Returns the headers of a page: only its own script runs, no page may frame it, and no cache stores it. Forms send
 * their origin to this site only; `no-referrer` would hide it from the site itself.
 */
export const plainHeaders = ({
  formTargets = [],
  program,
}: Pick<PlainPage, 'formTargets' | 'program'>): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy({
    style: STYLE,
    images: ['data:'],
    inlineScript: program?.text,
    formTargets,
  }),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})
