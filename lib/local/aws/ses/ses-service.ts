import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import { readBody, type ServiceHandler } from '../json-service.ts'
import type { Mailbox } from './mailbox.ts'

/** Path of SendEmail, a REST call and the only supported operation of the SES API v2. */
const SEND_PATH = '/v2/email/outbound-emails'

/** Largest message of SES including attachments, in bytes. */
const MAX_BYTES = 40 * 1024 * 1024

/** Simple content only: the embedded SES supports neither raw messages nor templates. */
interface SendEmail {
  readonly FromEmailAddress?: string
  readonly Destination?: { readonly ToAddresses?: readonly string[] }
  readonly ReplyToAddresses?: readonly string[]
  readonly Content?: {
    readonly Simple?: {
      readonly Subject?: { readonly Data?: string }
      readonly Body?: { readonly Text?: { readonly Data?: string } }
      readonly Headers?: readonly { readonly Name: string; readonly Value: string }[]
    }
  }
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/

const badRequest = (message: string) => new AwsError('BadRequestException', message)

const mailOf = ({ FromEmailAddress: from = '', Destination, ReplyToAddresses = [], Content }: SendEmail) => {
  const to = Destination?.ToAddresses ?? []
  const { Subject, Body, Headers = [] } = Content?.Simple ?? {}
  if (Subject?.Data === undefined || Body?.Text?.Data === undefined)
    throw badRequest('The embedded SES requires Content.Simple with a Subject and a Body.Text.')
  if (to.length === 0 || [from, ...to, ...ReplyToAddresses].some((address) => !ADDRESS.test(address)))
    throw badRequest('Missing or illegal address.')
  const headers = Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]))
  return { from, to, replyTo: ReplyToAddresses, subject: Subject.Data, text: Body.Text.Data, headers }
}

/** Amazon SES. Stores mail in a folder and sends none. */
export const sesService =
  (mails: Mailbox): ServiceHandler =>
  async (request, response) => {
    const send = (status: number, body: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers })
      response.end(JSON.stringify(body))
    }
    try {
      if (request.method !== 'POST' || request.url !== SEND_PATH)
        throw new AwsError('NotFoundException', 'The embedded SES supports SendEmail only.', 404)
      const input = JSON.parse((await readBody(request, MAX_BYTES)).toString('utf8')) as SendEmail
      send(200, { MessageId: mails.store(mailOf(input)).id })
    } catch (error) {
      const { code, status, message } = error instanceof AwsError ? error : badRequest(String(error))
      send(status, { message }, { 'x-amzn-errortype': code })
    }
  }
