import { randomUUID } from 'node:crypto'
import { jsonService, readBody, type ServiceHandler } from './json-service.ts'

const MAX_BODY_BYTES = 64 * 1024

/** STS. The caller is always the account itself (query protocol, XML). */
export const stsService =
  (account: string): ServiceHandler =>
  async (request, response) => {
    const action = new URLSearchParams((await readBody(request, MAX_BODY_BYTES)).toString()).get('Action') ?? ''
    const isSupported = action === 'GetCallerIdentity'
    const text = isSupported
      ? `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>` +
        `<Arn>arn:aws:iam::${account}:root</Arn><UserId>${account}</UserId><Account>${account}</Account>` +
        `</GetCallerIdentityResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`
      : `<ErrorResponse><Error><Type>Sender</Type><Code>InvalidAction</Code>` +
        `<Message>The embedded STS supports only GetCallerIdentity.</Message></Error></ErrorResponse>`
    response.writeHead(isSupported ? 200 : 400, { 'content-type': 'text/xml' })
    response.end(text)
  }

/** CloudWatch Logs. Accepts every call; the logs are not readable locally. */
export const logsService = (log?: ((line: string) => void) | undefined): ServiceHandler =>
  jsonService({
    name: 'logs',
    log,
    operations: { PutLogEvents: () => ({}), CreateLogStream: () => ({}), CreateLogGroup: () => ({}) },
  })

/**
 * Cognito with an empty user pool. Local users sign in at the local issuer, and account deletion does not remove them
 * there.
 */
export const userPoolService = (log?: ((line: string) => void) | undefined): ServiceHandler =>
  jsonService({ name: 'cognito-idp', log, operations: { ListUsers: () => ({ Users: [] }) } })
