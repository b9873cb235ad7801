import type { Answer } from './api.ts'

/** All that a caller can compare of two answers: status, bytes of the body, and headers but for those that differ each time. */
export const seen = ({ status, headers, bytes }: Answer<unknown>): object => ({
  status,
  body: Buffer.from(bytes)
    .toString()
    .replace(/"request_id":"[^"]*"/, ''),
  headers: [...headers].filter(([name]) => !/^(?:date|ratelimit$|x-request-id|x-amzn-|x-amz-|apigw-)/.test(name)),
})
