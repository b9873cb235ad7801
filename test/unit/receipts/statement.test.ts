import { createHmac } from 'node:crypto'
import { blind, bodyOf, isKindName, receiptHash, statementOf, tenantTag } from '@signet/receipts'
import { DigestInputError } from '@signet/receipts/digest'
import { describe, expect, it } from 'vitest'
import { bytes, ledgerInput, PEPPER, sha256Of } from './examples.ts'

describe('receipt statement', () => {
  it('bodyOf returns canonical text with a fixed order of members', () => {
    const body = bodyOf(statementOf(ledgerInput()))
    expect(Buffer.from(body).toString()).toBe(
      '{"_type":"https://in-toto.io/Statement/v1","predicate":{"chain":{"prev":"' +
        `${'0'.repeat(64)}","seq":1},"claims":{"schemaVersion":1,"sha256":"` +
        `${sha256Of('{"closingMicroUsd":12000000,"month":"2026-11"}')}","visibility":"public"},` +
        '"issuedAt":"2026-12-01T00:00:00.000Z","issuer":"https://signet.example","kind":"ledger.statement",' +
        '"nonce":"AQIDBAUGBwgJCgsMDQ4PEA","receiptVersion":"1","result":{"creditsMicroUsd":120},"storedVersion":2,' +
        `"tenant":"${tenantTag(PEPPER, 'org-1')}"},"predicateType":"https://signet.example/predicates/receipt/v1",` +
        `"subject":[{"digest":{"sha256":"${sha256Of('postings')}"},"name":"postings"}]}`,
    )
    expect(receiptHash(body)).toBe(sha256Of(body))
  })

  it('names its subject if a kind has several', () => {
    const input = ledgerInput()
    const named = statementOf({ ...input, subject: { ...input.subject, name: 'december' } })
    expect(named.subject[0].name).toBe('december')
  })

  it('the predicate type is below the path of the stage, without double slashes', () => {
    const statement = statementOf({ ...ledgerInput(), issuer: 'http://localhost:4002/v1/' })
    expect(statement.predicate.issuer).toBe('http://localhost:4002/v1')
    expect(statement.predicateType).toBe('https://localhost:4002/v1/predicates/receipt/v1')
  })

  it.each([
    ['a malformed subject digest', { subject: { sha256: 'A'.repeat(64) } }, /subject\.sha256/],
    ['an issuer without a scheme', { issuer: 'signet.example' }, /issuer/],
    // A path appended to these issuers would not lead to the issuer's keys, so a third party could provide them.
    ['an issuer with a query', { issuer: 'https://signet.example/uploads/1?' }, /issuer/],
    ['an issuer with a fragment', { issuer: 'https://signet.example/uploads/1#' }, /issuer/],
    ['an issuer with a user name', { issuer: 'https://signet.example@other.example' }, /issuer/],
    ['an issuer with a space', { issuer: 'https://signet.example /' }, /issuer/],
    ['a short nonce', { nonce: bytes(15) }, /nonce must be 16 bytes/],
    ['a chain from 0', { chain: { seq: 0, prev: '0'.repeat(64) } }, /chain\.seq/],
    ['a first receipt with a predecessor', { chain: { seq: 1, prev: 'a'.repeat(64) } }, /chain\.prev must be zeros/],
    [
      'a second receipt without a predecessor',
      { chain: { seq: 2, prev: '0'.repeat(64) } },
      /chain\.prev must be zeros/,
    ],
    [
      'private claims of a public kind',
      { claims: { schemaVersion: 1, visibility: 'private' as const } },
      /must be public/,
    ],
    ['an undeclared result', { result: { score: 1 } as object }, /result\.score is not a result/],
  ])('rejects %s', (_, change, message) => {
    expect(() => statementOf({ ...ledgerInput(), ...change })).toThrow(RangeError)
    expect(() => statementOf({ ...ledgerInput(), ...change })).toThrow(message)
  })

  it.each([
    ['a fraction', { creditsMicroUsd: 0.5 }, '$.predicate.result.creditsMicroUsd'],
    ['an integer beyond 2^53', { creditsMicroUsd: 2 ** 53 }, '$.predicate.result.creditsMicroUsd'],
    ['a null', { creditsMicroUsd: null as unknown as number }, '$.predicate.result.creditsMicroUsd'],
  ])('bodyOf throws for %s', (_, result, path) => {
    const statement = statementOf({ ...ledgerInput(), result })
    expect(() => bodyOf(statement)).toThrow(DigestInputError)
    expect(() => bodyOf(statement)).toThrow(expect.objectContaining({ path }))
  })
})

describe('pseudonyms', () => {
  it('the tag of an organization cannot be linked to it without the pepper', () => {
    const mac = createHmac('sha256', PEPPER).update('org-1').digest()
    expect(tenantTag(PEPPER, 'org-1')).toBe(mac.subarray(0, 16).toString('base64url'))
    expect(tenantTag(bytes(32), 'org-1')).not.toBe(tenantTag(PEPPER, 'org-1'))
    expect(tenantTag(PEPPER, 'org-2')).not.toBe(tenantTag(PEPPER, 'org-1'))
  })

  it('a hash is blinded differently in chain and log', () => {
    const hash = sha256Of('body')
    const raw = Buffer.from(hash, 'hex')
    for (const label of ['chain', 'leaf'] as const) {
      const expected = sha256Of(Buffer.concat([Buffer.from(`receipt-${label}:v1\n`), raw]))
      expect(Buffer.from(blind(label, hash)).toString('hex')).toBe(expected)
    }
    expect(() => blind('leaf', hash.toUpperCase())).toThrow(TypeError)
  })
})

it('kind names match the list', () => {
  expect(isKindName('image')).toBe(true)
  expect(isKindName('toString')).toBe(false)
})
