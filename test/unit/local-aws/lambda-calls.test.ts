import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functionBooks } from '../../../lambdas/billing/books/books-function.ts'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'
import { type EmbeddedAws, FunctionError } from '../../../lib/local/aws/ports.ts'

const dir = mkdtempSync(join(tmpdir(), 'signet-lambda-'))
const invoked: unknown[] = []
let aws: EmbeddedAws
let lambda: LambdaClient

beforeAll(async () => {
  aws = await startEmbeddedAws({
    dir,
    invoke: async (name, payload) => {
      invoked.push([name, payload])
      if (name === 'failing') throw new FunctionError('TypeError', 'it is undefined')
      return { outcome: 'posted' }
    },
  })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  lambda = new LambdaClient({ endpoint: aws.endpoint, region: 'us-east-1', credentials })
})
afterAll(async () => {
  lambda.destroy()
  await aws.stop()
  rmSync(dir, { recursive: true, force: true })
})

const invoke = (FunctionName: string) =>
  lambda.send(new InvokeCommand({ FunctionName, Payload: new TextEncoder().encode('{"a":1}') }))

describe('functions that invoke one another', () => {
  it("the caller receives the other function's response", async () => {
    const { StatusCode, FunctionError: failed, Payload } = await invoke('signet-credits')
    expect([StatusCode, failed, Payload?.transformToString()]).toEqual([200, undefined, '{"outcome":"posted"}'])
    expect(invoked).toContainEqual(['signet-credits', { a: 1 }])
  })

  it("the caller receives the other function's error", async () => {
    const { StatusCode, FunctionError: failed, Payload } = await invoke('failing')
    expect([StatusCode, failed]).toEqual([200, 'Unhandled'])
    expect(JSON.parse(String(Payload?.transformToString()))).toEqual({
      errorType: 'TypeError',
      errorMessage: 'it is undefined',
    })
  })

  it('billing records purchases through the function, and fails if the function fails', async () => {
    const books = functionBooks({ lambda, credits: 'credits', entitlements: 'entitlements' })
    await books.book({ op: 'give', account_id: 'a', gift_id: 'g', credits: 1 })
    await books.entitle({ org_id: 'o', change_id: 'c', sku: null, source: 'comp', as_of: '2026-01-01T00:00:00.000Z' })
    expect(invoked.slice(-2).map((each) => (each as readonly unknown[])[0])).toEqual(['credits', 'entitlements'])
    const failingBooks = functionBooks({ lambda, credits: 'failing', entitlements: 'failing' })
    await expect(failingBooks.book({ op: 'give', account_id: 'a', gift_id: 'g', credits: 1 })).rejects.toThrow(
      /it is undefined/,
    )
  })

  it('other Lambda operations are not supported', async () => {
    const response = await fetch(`${aws.endpoint}/2015-03-31/functions`, {
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=a/20261122/us-east-1/lambda/aws4_request' },
    })
    expect(response.status).toBe(404)
  })
})
