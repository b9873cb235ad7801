import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newArchivist } from '../../support/archive.ts'
import { exportFile } from '../../support/chat-exports.ts'
import { testStack } from '../../support/test-stack.ts'
import { zipOf } from '../../support/zip-file.ts'

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

let folder = ''
let session = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  session = (await newArchivist()).session
})
afterAll(() => rm(folder, { recursive: true }))

const environment = (key = session) => ({
  PATH: String(process.env.PATH),
  XDG_CACHE_HOME: folder,
  ARCHIVE_URL: String(testStack().urls.archive),
  ARCHIVE_API_KEY: key,
})

const cli = (args: readonly string[], key?: string): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['bin/signet.mjs', 'archive', ...args], { env: environment(key) }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })

const file = async (name: string, bytes: Buffer): Promise<string> => {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

const small = exportFile({ seed: 11, conversations: 3, vendor: 'claude', root: 'array', messageBytes: 40 })

test('signet-archive uploads a file and a ZIP, and reports their outcome', async () => {
  const first = await cli(['upload', await file('conversations.json', small)])
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/conversations.json: completed\n {2}3 conversations: 3 ingested/),
  ])
  const zip = await cli(['upload', await file('export.zip', zipOf({ 'conversations.json': small })), '--name', 'again'])
  expect(zip.out).toMatch(/again: completed\n {2}3 conversations: 3 unchanged/)
  const [, id = ''] = /id (\S+)/.exec(zip.out) ?? []
  expect(JSON.parse((await cli(['status', id, '--json'])).out)).toMatchObject({ id, ingestion: 'completed' })
  expect((await cli(['uploads'])).out).toMatch(/completed.*again\n.*completed.*conversations\.json/)
  expect((await cli(['delete', id])).out).toBe(`${id}: deleting\n`)
})

test('signet-archive resumes an interrupted upload', async () => {
  // Two parts, so that an upload can be interrupted between them.
  const padding = Buffer.concat([
    Buffer.from('[{"title":"padding","text":"'),
    Buffer.alloc(52_428_800, ' '),
    Buffer.from('"},'),
  ])
  const path = await file('large.json', Buffer.concat([padding, small.subarray(1)]))
  const broken = spawn(process.execPath, ['bin/signet.mjs', 'archive', 'upload', path], { env: environment() })
  broken.stderr.on('data', (text) => String(text).includes('uploading') && broken.kill('SIGINT'))
  await once(broken, 'exit')
  const resumed = await cli(['upload', path, '--json'])
  // The padding is an invalid conversation. The previous test imported the three others.
  expect(JSON.parse(resumed.out)).toMatchObject({
    ingestion: 'completed_with_errors',
    partsDone: 2,
    conversations: { seen: 4, ingested: 0, unchanged: 3 },
  })
  const { uploads } = JSON.parse((await cli(['uploads', '--json'])).out)
  expect(uploads.filter(({ name }: { name: string }) => name === 'large.json')).toHaveLength(1)
})

test('signet-archive reports a missing file, an unreadable file, an unknown key and invalid arguments', async () => {
  const missingFile = await cli(['upload', join(folder, 'none.zip')])
  expect([missingFile.code, missingFile.err]).toEqual([2, expect.stringContaining('cannot be read (ENOENT)')])
  const unreadableFile = await cli(['upload', await file('letter.txt', Buffer.from('Dear archive'))])
  expect([unreadableFile.code, unreadableFile.out]).toEqual([1, expect.stringContaining('failed (unknown_format)')])
  const unknownKey = await cli(['uploads'], 'plat_unknown')
  expect([unknownKey.code, unknownKey.err]).toEqual([3, expect.stringContaining('401 unauthenticated')])
  expect([(await cli(['uploads', '--limit', '1'])).code, (await cli(['help'])).code, (await cli([])).code]).toEqual([
    2, 2, 2,
  ])
})
