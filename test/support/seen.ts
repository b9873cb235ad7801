import type { Answer } from './api.ts'

/** The comparable parts of an answer: status, bytes of the body, and headers except those that differ each time. */
export const seen = ({ status, headers, bytes }: Answer<unknown>): object => ({
  status,
  body: Buffer.from(bytes)
    .toString()
    .replace(/"request_id":"[^"]*"/, ''),
  headers: [...headers].filter(([name]) => !/^(?:date|ratelimit$|x-request-id|x-amzn-|x-amz-|apigw-)/.test(name)),
})
