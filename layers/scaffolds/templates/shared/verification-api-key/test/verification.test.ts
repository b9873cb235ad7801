import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticate } from '../src/verification/authenticate.ts'
import { KEY } from './support/credentials.ts'
import { answer, goodRequest } from './support/requests.ts'
import { world } from './support/world.ts'

/** Sends a valid request with this Authorization header. */
const answerTo = async (
  authorization: string | undefined,
  settings: Record<string, string> = {},
): Promise<Response> => {
  const request = await goodRequest()
  if (authorization === undefined) request.headers.delete('authorization')
  else request.headers.set('authorization', authorization)
  return answer(request, world({ settings }).deps)
}
const statusWith = async (authorization: string | undefined): Promise<number> => (await answerTo(authorization)).status

// #case integration: caller-verified, caller-forged
test('given no key, an unknown key, or another scheme, when a route is called, then it returns 401', async () => {
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer not-a-valid-key-for-tests', 'Basic a2V5OmtleQ=='])
    assert.equal(await statusWith(authorization), 401, authorization)
})

// #case unit: caller-verified
test('given a secret that is not a JSON list, when a caller is verified, then it fails, and the error does not quote the secret', async () => {
  const headers = new Headers({ authorization: `Bearer ${KEY}` })
  for (const API_KEYS of ['canary of a key', '{"canary": 1}', '']) {
    const verified = authenticate(
      { method: 'GET', url: new URL('https://service.test/'), headers, body: new Uint8Array() },
      world({ secrets: { API_KEYS } }).deps,
    )
    await assert.rejects(verified, { message: 'The secret API_KEYS is not a JSON list' })
  }
})

// #if !connection
// #case integration: caller-verified
test('given a refused caller, when the response is read, then it names the required credential', async () => {
  assert.equal((await answerTo(undefined)).headers.get('www-authenticate'), 'Bearer')
})
// #endif
