import { createHash } from 'node:crypto'

/** The rights that a page's content security policy grants. Everything else is denied. */
export interface PageRights {
  readonly style: string
  readonly images: readonly string[]
  /** The single inline script; default: none. */
  readonly inlineScript?: string | undefined
  /** Allowed form targets, including redirects; default: none. */
  readonly formTargets?: readonly string[]
  /** Full URLs of script files. A path for customer content must not be listed. */
  readonly scripts?: readonly string[]
  /** Origins that scripts may send requests to; default: none. */
  readonly connectOrigins?: readonly string[]
  /** Sources that may frame the page; default: none. */
  readonly framedBy?: readonly string[]
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const sourceList = (values: readonly string[]): string => (values.length === 0 ? "'none'" : values.join(' '))

/**
 * Returns the Content-Security-Policy of a page (CSP Level 3), which limits scripts, requests and framing to its
 * rights.
 */
export const contentPolicy = (rights: PageRights): string => {
  const { style, images, inlineScript, formTargets = [], scripts = [], connectOrigins = [], framedBy = [] } = rights
  const scriptSources = [...(inlineScript === undefined ? [] : [hashOf(inlineScript)]), ...scripts]
  return [
    "default-src 'none'",
    ...(scriptSources.length === 0 ? [] : [`script-src ${sourceList(scriptSources)}`]),
    `style-src ${hashOf(style)}`,
    `img-src ${images.join(' ')}`,
    ...(connectOrigins.length === 0 ? [] : [`connect-src ${sourceList(connectOrigins)}`]),
    "base-uri 'none'",
    `form-action ${sourceList(formTargets)}`,
    `frame-ancestors ${sourceList(framedBy)}`,
  ].join('; ')
}
