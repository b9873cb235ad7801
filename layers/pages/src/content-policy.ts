import { createHash } from 'node:crypto'

/** The rights of one of our pages. It may do nothing else. */
export interface PageRights {
  /** The one style sheet. */
  readonly style: string
  readonly images: readonly string[]
  /** The one program, inline; none by default. */
  readonly program?: string | undefined
  /** Allowed targets of its forms, redirects included; none by default. */
  readonly forms?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page's Content-Security-Policy (CSP 3): no script runs but its own, which asks nobody, and no page may frame it. */
export const contentPolicy = ({ style, images, program, forms = [] }: PageRights): string =>
  [
    "default-src 'none'",
    ...(program === undefined ? [] : [`script-src ${hashOf(program)}`]),
    `style-src ${hashOf(style)}`,
    `img-src ${images.join(' ')}`,
    "base-uri 'none'",
    `form-action ${forms.length === 0 ? "'none'" : forms.join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ')
