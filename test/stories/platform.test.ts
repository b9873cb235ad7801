import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, newAddress } from '../support/api.ts'
import { advance } from '../support/control.ts'
import { requestExport } from '../support/ready-export.ts'
import { unzipFiles } from '../support/unzipped.ts'
import { newAccount } from '../support/whole-account.ts'

const MINUTE_MS = 60_000

interface State {
  readonly answered: readonly string[]
  readonly missing: readonly string[]
  readonly url: string | null
}

test('a person exports the data of all services', async () => {
  const { person, key } = await newAccount()
  const canary = `canary-${randomUUID()}`
  const flag = { key: 'erased', type: 'boolean', description: canary }
  expect((await call('POST', '/flags', { key, body: flag, as: 'createFlag' })).status).toBe(201)
  const message = { name: 'Ada', email: person.email, message: canary }
  expect((await call('POST', '/api/contact', { body: message, from: newAddress(), as: 'sendContact' })).status).toBe(
    201,
  )

  expect((await requestExport<State>(person)).status).toBe(202)
  const exported = async () => (await requestExport<State>(person)).body
  await expect.poll(async () => (await exported()).missing, { timeout: 30_000 }).toEqual([])
  await advance(MINUTE_MS)
  await expect.poll(async () => (await exported()).url, { timeout: 30_000 }).not.toBeNull()
  const zip = await (await fetch(String((await exported()).url))).arrayBuffer()
  const files = [...(await unzipFiles(Buffer.from(zip)))]
  const paths = files.flatMap(([path, bytes]) => (bytes.includes(canary) ? [path] : []))
  expect(paths).toEqual(expect.arrayContaining(['flags/flags.jsonl', 'support/messages.jsonl']))
})
