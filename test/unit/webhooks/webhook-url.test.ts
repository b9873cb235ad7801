import { webhookUrlErrors } from '@signet/notifications/webhooks'
import { describe, expect, it } from 'vitest'

const problem = (url: string, allowsLoopback = false): string | undefined =>
  webhookUrlErrors(url, { allowsLoopback })[0]?.message

describe('the URL of a webhook', () => {
  it.each([
    'https://example.com/hook',
    'https://hooks.example.co.uk:8443/a?b=c',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
  ])('can be %s', (url) => expect(problem(url)).toBeUndefined())

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]'.replace('8.8.8.8', '10.0.0.1'),
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
    '[::8.8.8.8]',
    'localhost',
    'LOCALHOST.',
    'db.internal',
    'printer.local',
    'intranet',
    'x.localhost',
  ])('must not be at %s', (host) => expect(problem(`https://${host}/hook`)).toBe('must have a public host'))

  it.each([
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user:pass@example.com/', 'must not contain credentials; verify the signature instead'],
    ['example.com/hook', 'must be a URL'],
    ['https://', 'must be a URL'],
  ])('returns for %s: %s', (url, message) => expect(problem(url)).toBe(message))

  it('can be this machine, also by http, where that is allowed, and no other private address', () => {
    for (const host of ['127.0.0.1:9000', 'localhost:9000', '[::1]:9000']) {
      expect(problem(`http://${host}/`, true)).toBeUndefined()
      expect(problem(`https://${host}/`, true)).toBeUndefined()
    }
    expect(problem('http://127.0.0.2:9000/', true)).toBe('must begin with https://')
    expect(problem('http://10.0.0.1/', true)).toBe('must begin with https://')
    expect(problem('https://10.0.0.1/', true)).toBe('must have a public host')
    expect(problem('http://example.com/', true)).toBe('must begin with https://')
  })
})
