import type { IncomingMessage, ServerResponse } from 'node:http'
import { callerOf, operationOf } from './call-log.ts'
import { functionOfKey } from './local-credentials.ts'

/** Makes the next `times` calls of a service fail as AWS would; for drills and tests. */
export interface Outage {
  /** Name in the SigV4 scope, e.g. dynamodb. */
  readonly service: string
  /** Only calls of this operation; for S3 the HTTP method. Absent: every call. */
  readonly operation?: string | undefined
  /** Label of a function, e.g. images-api: only its calls fail. Absent: calls of all callers. */
  readonly caller?: string | undefined
  readonly times: number
  /** HTTP status. The SDK retries 5xx and throttling, but no other 4xx. */
  readonly status: number
  readonly type: string
  readonly body: Readonly<Record<string, unknown>>
}

export type Outages = ReturnType<typeof outages>

const errorXml = (type: string): string =>
  `<?xml version="1.0"?><Error><Code>${type}</Code><Message>planned</Message></Error>`

export const outages = () => {
  let planned: { readonly outage: Outage; remaining: number }[] = []
  /** Consumes one planned failure that matches the call; undefined if the call should succeed. */
  const consume = (call: Pick<Outage, 'service' | 'operation' | 'caller'>): Outage | undefined => {
    const isMatch = ({ operation = call.operation, caller = call.caller, service }: Outage) =>
      service === call.service && operation === call.operation && caller === call.caller
    const match = planned.find(({ outage, remaining }) => remaining > 0 && isMatch(outage))
    if (match) match.remaining--
    return match?.outage
  }
  return {
    plan: (outage: Outage): void => void planned.push({ outage, remaining: outage.times }),
    clear: () => {
      planned = []
    },
    consume,
    /** Answers the request if an outage is planned for it; returns false if it should be served. */
    failIfPlanned(service: string, request: IncomingMessage, response: ServerResponse): boolean {
      const outage = consume({ service, operation: operationOf(request), caller: functionOfKey(callerOf(request)) })
      if (!outage) return false
      const { status, type, body } = outage
      request.resume()
      const isXml = service === 's3'
      const headers = {
        'content-type': isXml ? 'application/xml' : 'application/x-amz-json-1.0',
        'x-amzn-errortype': type,
      }
      response.writeHead(status, headers)
      response.end(isXml ? errorXml(type) : JSON.stringify({ __type: type, message: 'planned', ...body }))
      return true
    },
  }
}
