export const EXPOSED_HEADERS: readonly string[] = [
  ...['Location', 'ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Quota-Warning'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Idempotent-Replayed', 'Preference-Applied', 'X-Request-Id', 'WWW-Authenticate', 'X-Receipt'],
]
