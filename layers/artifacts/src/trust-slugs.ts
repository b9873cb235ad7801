/** Without the flags i and u, which would accept the Kelvin sign as a k. */
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/

/**
 * Returns the slug in lower case: 1 to 64 ASCII letters and digits, with hyphens inside, also two in a row. Undefined
 * for any other text. Letters that only look like ASCII are refused, not folded, so that two slugs never look alike.
 */
export const trustSlugOf = (text: string): string | undefined => (SLUG.test(text) ? text.toLowerCase() : undefined)

export const isTrustSlug = (text: string): boolean => SLUG.test(text)

/**
 * Slugs that no organization can own: parts of the platform's addresses, and words by which a page would pose as the
 * platform.
 */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...['account', 'accounts', 'admin', 'administrator', 'agents', 'api', 'app', 'archive', 'assets', 'at', 'auth'],
  ...['billing', 'blog', 'bundle', 'bundles', 'cdn', 'consent', 'console', 'contact', 'dashboard', 'docs', 'evidence'],
  ...['example', 'favicon', 'favicon-ico', 'feed', 'flags', 'flows', 'health', 'help', 'home', 'images', 'index'],
  ...['internal', 'invite', 'jwks', 'keys', 'legal', 'log', 'login', 'logout', 'mail', 'manifest', 'mcp', 'me', 'new'],
  ...[
    'null',
    'oauth',
    'official',
    'privacy',
    'public',
    'receipts',
    'robots',
    'robots-txt',
    'root',
    'runtime',
    'search',
  ],
  ...[
    'security',
    'security-txt',
    'settings',
    'signet',
    'signin',
    'signout',
    'signup',
    'sitemap',
    'sitemap-xml',
    'slugs',
  ],
  ...['static', 'status', 'support', 'system', 'team', 'terms', 'test', 'trust', 'undefined', 'verify', 'webhooks'],
  ...['well-known', 'www'],
])

const BRAND = 'signet'

const IMPERSONATION_WORDS: ReadonlySet<string> = new Set([
  ...['admin', 'billing', 'help', 'login', 'mail', 'official', 'security', 'signin', 'status', 'support', 'system'],
  ...['team', 'trust', 'verify'],
])

/**
 * Checks for a reserved slug, or one that poses as the platform, such as `signet-support`. A company named Signet with
 * another suffix can have its slug.
 */
export const isReservedSlug = (slug: string): boolean => {
  const parts = slug.split('-')
  return RESERVED_SLUGS.has(slug) || (parts.includes(BRAND) && parts.some((part) => IMPERSONATION_WORDS.has(part)))
}
