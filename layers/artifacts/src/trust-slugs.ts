/** Without the flags i and u, which would take the Kelvin sign for a k. */
const SLUG = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?$/

/**
 * The slug that a text is, in lower case: 1 to 64 letters of ASCII and digits, with hyphens inside, two in a row too. Undefined for
 * everything else. Letters that look like those of ASCII are refused, not folded: two slugs never stand for one text.
 */
export const trustSlugOf = (text: string): string | undefined => (SLUG.test(text) ? text.toLowerCase() : undefined)

export const isTrustSlug = (text: string): boolean => SLUG.test(text)

/** Slugs that nobody owns: parts of our own addresses, and words by which a page would speak for the house. */
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

const HOUSE = 'signet'

const HOUSE_WORDS: ReadonlySet<string> = new Set([
  ...['admin', 'billing', 'help', 'login', 'mail', 'official', 'security', 'signin', 'status', 'support', 'system'],
  ...['team', 'trust', 'verify'],
])

/**
 * Whether a slug is one that nobody owns: a reserved one, or one that speaks for the house, as `signet-support` does. A company that is
 * called Signet something else has its slug.
 */
export const isReservedSlug = (slug: string): boolean => {
  const parts = slug.split('-')
  return RESERVED_SLUGS.has(slug) || (parts.includes(HOUSE) && parts.some((part) => HOUSE_WORDS.has(part)))
}
