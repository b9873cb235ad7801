import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallerFile, scaffold, updateScaffold } from '@signet/scaffolds'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runtimeProgram } from '../../../support/runtime-command-line.ts'
import { drawnCards } from '../../scaffolds/cards.ts'

const input = { intention: 'Keep orders of a small shop', entities: ['order'], seed: 1, cards: drawnCards(1) }
const generated = scaffold({ ...input, pattern: 'crud-api', target: 'aws' })
const files: readonly CallerFile[] = generated.files.map(({ path, content }) => ({ path, content }))

/** The files that the newest version of the templates generates. */
let newestFiles: readonly CallerFile[] = files
const requests: { readonly path: string; readonly body: Record<string, unknown> }[] = []

/** The runtime routes that the program uses, served by the library. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = String(request.url)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  requests.push({ path, body })
  const codegen = { pattern: 'crud-api', workerName: 'keep-orders', files: files.slice(0, 5) }
  const answer =
    path === '/scaffold/update'
      ? { files: updateScaffold({ base: files, theirs: newestFiles, ours: body.files as CallerFile[] }) }
      : { success: true, runId: 1, codegen, skeleton: files.slice(5) }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})

let root = ''
let folder = ''
let url = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scaffold-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'each-')), 'project')
  newestFiles = files
  requests.length = 0
})

const program = (...args: string[]) => runtimeProgram(['scaffold', ...args, '--output', folder], { url })
const text = (path: string) => readFile(join(folder, path), 'utf8')

const changed = (path: string, change: (content: string) => string): readonly CallerFile[] =>
  files.map((file) => (file.path === path ? { path, content: change(file.content) } : file))

test('writes a project into an empty folder and refuses a folder with other content', async () => {
  const { code, out } = await program(input.intention, '--name', 'keep-orders', '--target', 'aws', '--seed', '1')
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`keep-orders, a crud-api: ${files.length} files in ${folder}`),
  ])
  expect(requests[0]?.body).toEqual({ intention: input.intention, workerName: 'keep-orders', target: 'aws', seed: 1 })
  expect(await Promise.all(files.map(({ path }) => text(path)))).toEqual(files.map(({ content }) => content))
  await rm(join(folder, '.scaffold'), { recursive: true })
  const refused = await program(input.intention)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('nothing was written')])
  expect(requests).toHaveLength(1)
})

test('updates a project: edits and deletions are preserved', async () => {
  await program(input.intention)
  await writeFile(join(folder, 'README.md'), `${await text('README.md')}\nOurs.\n`)
  await writeFile(join(folder, 'own.ts'), 'export {}\n')
  await rm(join(folder, 'AGENTS.md'))
  newestFiles = [
    ...changed('docs/test-plan.md', (content) => `${content}\nNew.\n`),
    { path: 'new.md', content: 'New\n' },
  ]
  const { code, out } = await program()
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/2 files changed:\n {2}updated {3}docs\/test-plan\.md\n {2}added {5}new\.md/),
  ])
  expect([await text('README.md'), await text('own.ts'), await text('new.md')]).toEqual([
    expect.stringMatching(/\nOurs\.\n$/),
    'export {}\n',
    'New\n',
  ])
  expect(await text('docs/test-plan.md')).toMatch(/\nNew\.\n$/)
  expect(await readdir(folder)).not.toContain('AGENTS.md')
})

test('writes conflict markers and exits with 1, also for a file of the user with the name of a new one', async () => {
  await program(input.intention)
  const [title = ''] = (await text('README.md')).split('\n')
  await writeFile(join(folder, 'README.md'), (await text('README.md')).replace(title, '# Ours'))
  await writeFile(join(folder, 'new.md'), 'Mine\n')
  newestFiles = [
    ...changed('README.md', (content) => content.replace(title, '# Theirs')),
    { path: 'new.md', content: 'New\n' },
  ]
  const { code, out } = await program(input.intention)
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/conflict {2}README\.md[\s\S]*2 with conflicts: search for <<<<<<< ours/),
  ])
  expect(await text('README.md')).toMatch(/<<<<<<< ours\n# Ours\n\|{7} base\n.*\n=======\n# Theirs\n>>>>>>> theirs/)
  expect(await text('new.md')).toMatch(/<<<<<<< ours\nMine/)
})

test('refuses flags of new projects in an existing one, a different intention, a call without --output, and invalid answers', async () => {
  await program(input.intention)
  const withName = await program('--name', 'x')
  const withOtherIntention = await program('Custom')
  expect([withName.code, withName.err]).toEqual([2, expect.stringContaining('--name is for a new scaffold')])
  expect([withOtherIntention.code, withOtherIntention.err]).toEqual([2, expect.stringContaining(input.intention)])
  const withoutFolder = await runtimeProgram(['scaffold', 'x'], { url })
  expect([withoutFolder.code, withoutFolder.err]).toEqual([2, expect.stringContaining('--output DIR')])
  await writeFile(join(folder, '.scaffold/answers.json'), '{')
  expect((await program()).code).toBe(2)
  expect(requests).toHaveLength(1)
})

test('writes nothing outside the folder, whatever the service returns', async () => {
  await program(input.intention)
  newestFiles = [...files, { path: '../outside.md', content: 'x' }]
  await mkdir(join(folder, 'docs'), { recursive: true })
  const { code, err } = await program()
  expect([code, err]).toEqual([1, expect.stringContaining('outside of the folder')])
  expect(await readdir(join(folder, '..'))).toEqual(['project'])
})
