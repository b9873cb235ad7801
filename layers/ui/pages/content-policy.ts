import { createHash } from 'node:crypto'

/** The rights that a page's content security policy grants. Everything else is denied. */
export interface PageRights {
  readonly style: string
  readonly images: readonly string[]
  /** The single inline script; default: none. */
  readonly program?: string | undefined
  /** Allowed form targets, including redirects; default: none. */
  readonly forms?: readonly string[]
  /** Full URLs of script files. A path for customer content must not be listed. */
  readonly scripts?: readonly string[]
  /** Origins that scripts may request; default: none. */
  readonly asks?: readonly string[]
  /** Sources that may frame the page; default: none. */
  readonly framedBy?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sources = (given: readonly string[]): string => (given.length === 0 ? "'none'" : given.join(' '))

/**
 * Returns the Content-Security-Policy of a page (CSP Level 3), which limits scripts, requests and framing to its
 * rights.
 */
export const contentPolicy = (rights: PageRights): string => {
  const { style, images, program, forms = [], scripts = [], asks = [], framedBy = [] } = rights
  const programs = [...(program === undefined ? [] : [hashOf(program)]), ...scripts]
  return [
    "default-src 'none'",
    ...(programs.length === 0 ? [] : [`script-src ${sources(programs)}`]),
    `style-src ${hashOf(style)}`,
    `img-src ${images.join(' ')}`,
    ...(asks.length === 0 ? [] : [`connect-src ${sources(asks)}`]),
    "base-uri 'none'",
    `form-action ${sources(forms)}`,
    `frame-ancestors ${sources(framedBy)}`,
  ].join('; ')
}
