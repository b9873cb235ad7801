import { createHash } from 'node:crypto'

/** The rights of one of our pages. It may do nothing else. */
export interface PageRights {
  readonly style: string
  readonly images: readonly string[]
  /** The one program, inline; none by default. */
  readonly program?: string | undefined
  /** Allowed targets of its forms, redirects included; none by default. */
  readonly forms?: readonly string[]
  /** Addresses of its programs that are files of ours, whole: a path of customers' bytes is none of them. */
  readonly scripts?: readonly string[]
  /** Whom its programs may ask; nobody by default. */
  readonly asks?: readonly string[]
  /** Pages that may frame it, as sources; none by default. */
  readonly framedBy?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sources = (given: readonly string[]): string => (given.length === 0 ? "'none'" : given.join(' '))

/** The page's Content-Security-Policy (CSP 3): no script runs but its own, and whom it may ask and who may frame it is said here. */
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
