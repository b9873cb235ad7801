import type { Answer } from './api.ts'

/** Returns the comparable parts of a response: status, body, and headers except those that differ per response. */
export const comparableAnswer = ({ status, headers, bytes }: Answer<unknown>): object => ({
  status,
  body: Buffer.from(bytes)
    .toString()
    .replace(/"request_id":"[^"]*"/, ''),
  headers: [...headers].filter(([name]) => !/^(?:date|ratelimit$|x-request-id|x-amzn-|x-amz-|apigw-)/.test(name)),
})
