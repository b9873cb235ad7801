interface RequestOverrides {
  readonly headers?: Record<string, string>
}

/** A request of an anonymous client. */
export const authorized = (method: string, path: string, body?: string, overrides: RequestOverrides = {}): Request =>
  new Request(`https://service.test${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...overrides.headers },
    ...(body === undefined ? {} : { body }),
  })
