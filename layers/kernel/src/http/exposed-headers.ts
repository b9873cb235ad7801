/** What a page of another origin may read of an answer, beside its body: of ours, and of what the gateway answers itself. */
export const EXPOSED_HEADERS: readonly string[] = [
  ...['Location', 'ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Quota-Warning'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Idempotent-Replayed', 'Preference-Applied', 'X-Request-Id', 'WWW-Authenticate'],
]
