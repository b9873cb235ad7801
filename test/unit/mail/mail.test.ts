import { configuredMail, guardedMail, type Mail, mailQueue, mailsOfEvents } from '@signet/notifications/mail'
import type { SQSEvent } from 'aws-lambda'
import { describe, expect, test, vi } from 'vitest'
import { eventBatch } from '../../../layers/kernel/src/workers/event-batch.ts'
import { memorySpendGuard } from '../../support/spending.ts'

const mail: Mail = { to: 'ada@people.example', subject: 'Hello', text: 'Good day' }
const quiet = { info: () => undefined, warn: vi.fn(), error: vi.fn() }
const failingClient = (name: string) => ({
  send: vi.fn(() => Promise.reject(Object.assign(new Error(`ada@people.example: ${name}`), { name }))),
})

describe('mail by SES', () => {
  test('sends nothing without a configured address, and does not fail', async () => {
    const client = failingClient('never asked')
    expect(await configuredMail({ client, from: 'none', log: quiet })(mail)).toBe('not configured')
    expect(client.send).not.toHaveBeenCalled()
  })

  test.each(['MessageRejected', 'BadRequestException'])(
    'does not retry a mail that is permanently refused (%s)',
    async (name) => {
      expect(await configuredMail({ client: failingClient(name), from: 'a@b.example', log: quiet })(mail)).toBe(
        'refused',
      )
      expect(JSON.stringify(quiet.warn.mock.calls)).not.toContain('ada@')
    },
  )

  test.each(['TooManyRequestsException', 'SendingPausedException', 'AccountSuspendedException', 'TimeoutError'])(
    'retries a mail that fails otherwise (%s)',
    async (name) => {
      const send = configuredMail({ client: failingClient(name), from: 'a@b.example', log: quiet })
      await expect(send(mail)).rejects.toThrow(name)
    },
  )

  test('writes one line per header for any input', async () => {
    const send = vi.fn(async (_command: { input: unknown }) => ({}))
    const client = { send } as never
    const injected = { ...mail, subject: 'Hello\r\nBcc: all@people.example', headers: { 'X-A': 'b\nc' } }
    expect(await configuredMail({ client, from: 'a@b.example', log: quiet })(injected)).toBe('sent')
    const { input } = send.mock.calls[0]?.[0] ?? {}
    expect(input).toMatchObject({
      FromEmailAddress: 'a@b.example',
      Content: {
        Simple: { Subject: { Data: 'Hello Bcc: all@people.example' }, Headers: [{ Name: 'X-A', Value: 'b c' }] },
      },
    })
  })
})

describe('a batch of mail events', () => {
  const batch = (...bodies: object[]): SQSEvent =>
    ({ Records: bodies.map((body, i) => ({ messageId: String(i), body: JSON.stringify(body) })) }) as SQSEvent
  const event = (type: string) => ({ type, subject: 's', time: '2026-11-22T00:00:00.000Z', data: { id: 1 } })

  test('returns only the events whose mail was not sent, and sends nothing for an event without a mail', async () => {
    const sentMails: Mail[] = []
    const runs = mailsOfEvents({
      mails: {
        good: async () => mail,
        nobody: async () => undefined,
        bad: async () => Promise.reject(new Error('the table is unavailable')),
      },
      send: async (each) => {
        sentMails.push(each)
        return 'sent'
      },
      spend: memorySpendGuard(),
      delay: async () => Promise.reject(new Error('no event is put off')),
      log: quiet,
    })
    const run = eventBatch({ log: quiet, failed: 'mail not sent' }, runs)
    const events = batch(event('good'), event('bad'), event('nobody'), event('unknown'), {})
    const { batchItemFailures } = await run(events, () => 1_000)
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['1', '3', '4'])
    expect(sentMails).toEqual([mail])
  })

  test.each([
    ['before the mail is built', memorySpendGuard('mail')],
    [
      'after a concurrent mail has used the rest of the limit',
      { ...memorySpendGuard('mail'), check: async () => undefined },
    ],
  ])('delays mails above the daily limit of the stage and loses none: %s', async (_, spend) => {
    const sqs = { send: vi.fn(async (_command: { input: Record<string, unknown> }) => ({})) }
    const send = vi.fn(async () => 'sent' as const)
    const runs = mailsOfEvents({
      mails: { good: async () => mail },
      send: guardedMail(send, spend),
      spend,
      delay: mailQueue({ sqs: sqs as never, url: 'https://sqs.test/mails' }),
      log: quiet,
    })
    const run = eventBatch({ log: quiet, failed: 'mail not sent' }, runs)
    const extended = { ...event('good'), traceparent: 'kept' }
    expect(await run(batch(extended), () => 1_000)).toEqual({ batchItemFailures: [] })
    expect(send).not.toHaveBeenCalled()
    const [[{ input }] = [{ input: {} as Record<string, unknown> }]] = sqs.send.mock.calls
    expect(input).toMatchObject({ QueueUrl: 'https://sqs.test/mails', DelaySeconds: 900 })
    expect(sqs.send).toHaveBeenCalledTimes(1)
    expect(JSON.parse(String(input.MessageBody))).toEqual(extended)
  })
})

describe('the count of sent mails', () => {
  test.each([
    ['sent', async () => 'sent' as const, undefined],
    ['permanently refused', async () => 'refused' as const, 0],
    ['not configured', async () => 'not configured' as const, 0],
    ['failed', async () => Promise.reject(new Error('SES is unavailable')), 0],
  ])('covers a mail that is %s', async (_, send, actual) => {
    const spend = memorySpendGuard()
    await guardedMail(send, spend)(mail).catch(() => undefined)
    expect(spend.reserved).toEqual([{ category: 'mail', amount: 1, ...(actual === undefined ? {} : { actual }) }])
  })
})
