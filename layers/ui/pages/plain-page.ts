import { contentPolicy } from './content-policy.ts'
import { escaped } from './escaped.ts'
import { STYLE } from './style.ts'

export interface PlainPage {
  readonly title: string
  /** HTML; every value in it is escaped. */
  readonly main: string
  /** Allowed targets of its forms, redirects included, as sources of a policy (CSP 3 6.4.1); none by default. */
  readonly formTargets?: readonly string[]
  /** A program that adds to what the page says without it: a module as one text, and values that it reads, by the ids of their elements. */
  readonly program?: { readonly text: string; readonly data: Readonly<Record<string, unknown>> }
  readonly links?: readonly { readonly title: string; readonly href: string }[]
}

const navigationOf = (links: PlainPage['links'] = []): string =>
  links.length === 0
    ? ''
    : `<nav aria-label="Pages">${links.map(({ title, href }) => `<a href="${escaped(href)}">${escaped(title)}</a>`).join(' ')}</nav>`

/** JSON between tags: nothing in it ends the element. */
const jsonElement = ([id, value]: readonly [string, unknown]): string =>
  `<script type="application/json" id="${escaped(id)}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

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
    <title>${escaped(title)} · Signet</title>
    <link rel="icon" href="data:,">
    <style>${STYLE}</style>
  </head>
  <body>
    <header><p class="brand">Signet</p>${navigationOf(links)}</header>
    <main><h1>${escaped(title)}</h1>${main}</main>
    ${programOf(program)}
  </body>
</html>
`

/**
 * The page's headers: no script runs but that of the page, no page may frame it, no cache stores it. Its forms send their origin to us only;
 * `no-referrer` would hide it from us too.
 */
export const plainHeaders = ({
  formTargets = [],
  program,
}: Pick<PlainPage, 'formTargets' | 'program'>): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy({
    style: STYLE,
    images: ['data:'],
    program: program?.text,
    forms: formTargets,
  }),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})
