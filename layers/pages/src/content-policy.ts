import { createHash } from 'node:crypto'

/** The rights of one of our pages. It may do nothing else. */
export interface PageRights {
  /** The one style sheet. */
  readonly style: string
  readonly images: readonly string[]
  /** Allowed targets of its forms, redirects included; none by default. */
  readonly forms?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page's Content-Security-Policy (CSP 3): no script runs, and no page may frame it. */
export const contentPolicy = ({ style, images, forms = [] }: PageRights): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `img-src ${images.join(' ')}`,
    "base-uri 'none'",
    `form-action ${forms.length === 0 ? "'none'" : forms.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
