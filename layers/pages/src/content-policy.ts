import { createHash } from 'node:crypto'

/** The rights of one of our pages. It may do nothing else. */
export interface PageRights {
  /** The one program that runs. */
  readonly script?: string
  /** The one style sheet. */
  readonly style: string
  /** Sources that the program may call; none by default. */
  readonly connect?: readonly string[]
  readonly images: readonly string[]
  /** Allowed targets of its forms, redirects included; none by default. */
  readonly forms?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page's Content-Security-Policy (CSP 3): only the page's own script runs, and no page may frame it. */
export const contentPolicy = ({ script, style, connect, images, forms = [] }: PageRights): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    ...(connect === undefined ? [] : [`connect-src ${connect.join(' ')}`]),
    `img-src ${images.join(' ')}`,
    "base-uri 'none'",
    `form-action ${forms.length === 0 ? "'none'" : forms.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
