import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { functionBooks } from '../../../lambdas/billing/books/books-function.ts'

const client = new LambdaClient({ region: 'eu-west-1' })
const lambda = mockClient(client)
beforeEach(() => {
  lambda.reset()
})
const books = functionBooks({
  lambda: client,
  credits: 'credits-fn',
  entitlements: 'entitlements-fn',
})
const gift = { op: 'give', account_id: 'a', gift_id: 'g', credits: 5 } as const
const payload = (text: string) => new TextEncoder().encode(text) as never

describe('the books over functions', () => {
  it('invoke the function with the booking and wait for it', async () => {
    lambda.on(InvokeCommand).resolves({ StatusCode: 200 })
    await books.book(gift)
    const change = {
      org_id: 'o',
      change_id: 'c',
      sku: null,
      source: 'comp',
      as_of: '2026-01-01T00:00:00.000Z',
    } as const
    await books.entitle(change)
    const calls = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input)
    // Without InvocationType, Lambda invokes synchronously.
    expect(calls.map(({ FunctionName, InvocationType }) => [FunctionName, InvocationType])).toEqual([
      ['credits-fn', undefined],
      ['entitlements-fn', undefined],
    ])
    expect(calls.map(({ Payload }) => JSON.parse(new TextDecoder().decode(Payload as Uint8Array)))).toEqual([
      gift,
      change,
    ])
  })

  it("fail the booking with the function's error if the function or the invocation fails", async () => {
    lambda
      .on(InvokeCommand)
      .resolvesOnce({ FunctionError: 'Unhandled', Payload: payload('{"errorMessage":"the table is unavailable"}') })
      .rejects(Object.assign(new Error('no'), { name: 'TooManyRequestsException' }))
    await expect(books.book(gift)).rejects.toThrow(/credits-fn failed: .*the table is unavailable/)
    await expect(books.book(gift)).rejects.toMatchObject({ name: 'TooManyRequestsException' })
  })
})
