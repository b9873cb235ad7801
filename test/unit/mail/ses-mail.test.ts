import { SESv2Client, SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2'
import { configuredMail, type Mail } from '@signet/notifications/mail'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'

const client = new SESv2Client({ region: 'eu-west-1' })
const ses = mockClient(client)
beforeEach(() => {
  ses.reset()
})

const log = { info: () => undefined, warn: () => undefined }
const send = configuredMail({ client, from: 'us@signet.example', log })
const mail: Mail = {
  to: 'ada@people.example',
  subject: 'Hello',
  text: 'Good day',
  replyTo: 'support@signet.example',
  headers: { 'List-Unsubscribe': '<https://signet.example/u>' },
}

describe('a mail by SES', () => {
  it('contains one plain-text message from the configured address', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'm' })
    expect(await send(mail)).toBe('sent')
    expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toEqual([
      {
        FromEmailAddress: 'us@signet.example',
        Destination: { ToAddresses: ['ada@people.example'] },
        ReplyToAddresses: ['support@signet.example'],
        Content: {
          Simple: {
            Subject: { Data: 'Hello', Charset: 'UTF-8' },
            Body: { Text: { Data: 'Good day', Charset: 'UTF-8' } },
            Headers: [{ Name: 'List-Unsubscribe', Value: '<https://signet.example/u>' }],
          },
        },
      },
    ])
  })

  it('returns a permanent refusal, and throws for a throttled mail, so that it stays in its queue', async () => {
    ses
      .on(SendEmailCommand)
      .rejectsOnce(Object.assign(new Error('no'), { name: 'MessageRejected' }))
      .rejects(new TooManyRequestsException({ message: 'later', $metadata: {} }))
    expect(await send(mail)).toBe('refused')
    await expect(send(mail)).rejects.toMatchObject({ name: 'TooManyRequestsException' })
  })
})
