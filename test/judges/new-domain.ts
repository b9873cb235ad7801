import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type RunningSystem, withSystem } from './running-system.ts'

/**
 * Follows docs/domains.md: adds the domain of that page to a copy of the tree, type-checks it, holds it against the rules of
 * the house, serves it and calls it. One existing file is edited.
 */

const root = join(import.meta.dirname, '../..')
const LINES_MAX = 220
const BLOCK = /```ts\n\/\/ (\S+)\n(.*?)```/gs

const page = readFileSync(join(root, 'docs/domains.md'), 'utf8')
const files = [...page.matchAll(BLOCK)].map(([, path = '', text = '']) => ({ path, text }))

/** The one line of the page that goes into an existing file, with its imports. */
const EDIT = {
  path: 'lib/services.ts',
  imports: [
    "import { access as feedbackAccess } from '../lambdas/feedback/contract/access.ts'",
    "import { feedbackService } from '../lambdas/feedback/contract/service.ts'",
  ],
  line: '  { service: feedbackService, access: feedbackAccess },',
}

const copyOfTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'signet-domain-'))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString().split('\0').filter(Boolean)
  for (const path of tracked) cpSync(join(root, path), join(copy, path))
  mkdirSync(join(copy, 'node_modules/@signet'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@signet') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const layer of readdirSync(join(copy, 'layers'))) {
    symlinkSync(`../../layers/${layer}`, join(copy, 'node_modules/@signet', layer))
  }
  execFileSync('git', ['init', '-q'], { cwd: copy })
  return copy
}

const addDomain = (copy: string): number => {
  for (const { path, text } of files) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const services = join(copy, EDIT.path)
  const before = readFileSync(services, 'utf8')
  const end = before.indexOf('\n]', before.indexOf('export const SERVICES'))
  const edited = `${EDIT.imports.join('\n')}\n${before.slice(0, end)}\n${EDIT.line}${before.slice(end)}`
  writeFileSync(services, edited)
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, EDIT.imports.length + 1)
  if (lines > LINES_MAX) throw new Error(`The domain takes ${lines} lines by hand; the limit is ${LINES_MAX}`)
  return lines
}

const check = (what: string, found: unknown, wanted: unknown): void => {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return
  throw new Error(`${what}: found ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`)
}

const call = async ({ urls, identities }: RunningSystem): Promise<void> => {
  const at = `${urls.platform}/api/feedback`
  const post = (body: object) =>
    fetch(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const message = { name: 'Ada', email: 'ada@example.org', text: 'Is anybody there?' }
  // What is refused is not counted: only accepted messages are.
  for (let i = 0; i < 5; i++) check('a message without a text', (await post({ ...message, text: '' })).status, 400)
  const accepted = [await post(message), await post(message), await post(message)]
  check(
    'three messages',
    accepted.map(({ status }) => status),
    [201, 201, 201],
  )
  check(
    'what is left',
    accepted.map(({ headers }) => /r=(\d)/.exec(headers.get('ratelimit') ?? '')?.[1]),
    ['2', '1', '0'],
  )
  const refused = await post(message)
  check('a fourth', [refused.status, ((await refused.json()) as { code: string }).code], [429, 'rate_limited'])
  if (Number(refused.headers.get('retry-after')) < 1)
    throw new Error('A refused message is not told when to come again')
  check('a list for nobody', (await fetch(at)).status, 401)
  const headers = { authorization: `Bearer ${identities.pro.platKey}` }
  const listed = (await (await fetch(`${at}?limit=2`, { headers })).json()) as Listed
  check(
    'a page',
    listed.messages.map(({ name }) => name),
    ['Ada', 'Ada'],
  )
  const rest = (await (await fetch(`${at}?cursor=${listed.next_cursor}`, { headers })).json()) as Listed
  check('the next', [rest.messages.length, rest.next_cursor], [1, null])
}

interface Listed {
  readonly messages: readonly { readonly name: string }[]
  readonly next_cursor: string | null
}

const run = (copy: string, program: string, ...args: string[]): void => {
  execFileSync(join(root, 'node_modules/.bin', program), args, { cwd: copy, stdio: 'inherit' })
}

const copy = copyOfTree()
try {
  const lines = addDomain(copy)
  run(copy, 'biome', 'format', 'lambdas/feedback')
  run(copy, 'tsc', '-b')
  await withSystem(4700, call, { cwd: copy })
  run(copy, 'vitest', 'run', '--project', 'unit', 'test/architecture/rooms.test.ts')
  console.log(`figures: feedback takes ${lines} lines by hand, ${files.length} files, one existing file edited`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
