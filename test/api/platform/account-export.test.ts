import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ERASING_SERVICES } from '../../../lib/services.ts'
import { asPerson } from '../../support/people.ts'
import { requestExport, waitForExport } from '../../support/ready-export.ts'
import { unzipFiles } from '../../support/unzipped.ts'
import { createResources, newAccount } from '../../support/whole-account.ts'

interface State {
  readonly state: string
  readonly ready_at: string | null
  readonly url: string | null
  readonly bytes: number | null
  readonly files: number | null
  readonly answered: readonly string[]
  readonly missing: readonly string[]
}

interface Manifest {
  readonly format: string
  readonly services: readonly string[]
  readonly missing: readonly string[]
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[]
}

const SERVICES = ERASING_SERVICES.toSorted()

const startExport = requestExport<State>
const waitUntilReady = waitForExport<State>

test('a user gets a ZIP of all their stored data, without data of other users', {
  timeout: 240_000,
}, async () => {
  const ada = await newAccount()
  const bob = await newAccount()
  const canary = `canary-${randomUUID()}`
  await createResources(ada, canary)
  const first = await startExport(ada.person)
  expect([first.status, first.headers.get('retry-after'), first.headers.get('cache-control')]).toEqual([
    202,
    '15',
    'no-store',
  ])
  expect([...first.body.answered, ...first.body.missing].sort()).toEqual(SERVICES)
  const ready = await waitUntilReady(ada.person)
  expect([ready.state, [...ready.answered].sort(), ready.missing]).toEqual(['ready', SERVICES, []])
  const downloaded = await fetch(String(ready.url))
  expect([downloaded.status, downloaded.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(downloaded.headers.get('content-disposition')).toBe(
    `attachment; filename="signet-account-${String(ready.ready_at).slice(0, 10)}.zip"`,
  )
  // The URL is valid for this object only, for a limited time, and for reading only.
  for (const invalidUrl of [String(ready.url).replace(/zips\/[^?]+/, `zips/${bob.org}/x`), `${ready.url}0`])
    expect((await fetch(invalidUrl)).status).toBe(403)
  expect((await fetch(String(ready.url).replace('Expires=900', 'Expires=90000'))).status).toBe(403)
  const zip = Buffer.from(await downloaded.arrayBuffer())
  expect(zip.length).toBe(ready.bytes)
  const files = await unzipFiles(zip)
  expect(files.size).toBe(ready.files)

  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest
  expect([manifest.format, [...manifest.services].sort(), manifest.missing]).toEqual([
    'signet-account-export/1',
    ['accounts', ...SERVICES].sort(),
    [],
  ])
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = files.get(path) ?? Buffer.alloc(0)
    expect([path, file.length, createHash('sha256').update(file).digest('hex')]).toEqual([path, bytes, sha256])
  }

  const pathsWithCanary = [...files].filter(([, bytes]) => bytes.includes(canary)).map(([path]) => path)
  expect(pathsWithCanary).toEqual(
    expect.arrayContaining([
      'archive/conversations.jsonl',
      'flags/flags.jsonl',
      'images/jobs.jsonl',
      'support/messages.jsonl',
      'notebooks/notebooks.jsonl',
    ]),
  )
  const pictures = [...files].filter(([path]) => /^images\/images\/.+\.(?:png|webp|avif|jpeg)$/.test(path))
  expect(pictures.length).toBeGreaterThan(0)
  const allBytes = Buffer.concat([...files.values()])
  expect(String(files.get('accounts/person.jsonl'))).toContain(ada.person.email)
  for (const [label, text] of Object.entries({ key: ada.key, cookie: ada.person.cookie, other: bob.user }))
    expect([label, allBytes.includes(text)]).toEqual([label, false])
  expect(allBytes.includes('"digest"')).toBe(false)

  // The finished export remains until another one is requested.
  expect((await startExport(ada.person)).body.ready_at).toBe(ready.ready_at)
  const renewed = await asPerson<State>(ada.person, 'POST', '/api/account/export', { as: 'renewAccountExport' })
  expect([renewed.status, renewed.body.state]).toEqual([202, 'preparing'])
  const bobsExport = await waitUntilReady(bob.person)
  const bobsFiles = await unzipFiles(Buffer.from(await (await fetch(String(bobsExport.url))).arrayBuffer()))
  expect(Buffer.concat([...bobsFiles.values()]).includes(canary)).toBe(false)
})
