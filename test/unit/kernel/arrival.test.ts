import { describe, expect, it } from 'vitest'
import { arrivalOf } from '../../../layers/kernel/src/http/arrival.ts'

const log = { with: () => log } as never

const baseOf = (host: string, domainName?: string) => {
  const requestContext = { requestId: 'r', stage: 'prod', path: '/prod/api/subscribe', domainName, identity: {} }
  const event = { httpMethod: 'POST', path: '/api/subscribe', headers: {}, requestContext }
  const options = { log, now: () => new Date(0) }
  return arrivalOf(event as never, {} as never, { host, 'x-forwarded-proto': 'https' }, options).baseUrl
}

describe('base URL of answers and mails', () => {
  it("the base URL has the gateway's domain, never the client's Host header", () => {
    expect(baseOf('evil.example', 'api.signet.example')).toBe('https://api.signet.example/prod')
    expect(baseOf('api.signet.example')).toBe('https://api.signet.example/prod')
  })
})
