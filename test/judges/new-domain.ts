import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningSystem, withSystem } from './running-system.ts'

/**
 * Follows docs/domains.md: adds the domain of that page to a copy of the tree and runs the commands of the page. Then it
 * serves and calls the domain, and waits for its worker to receive its event. One existing file is edited; commands
 * write some others.
 */

const root = join(import.meta.dirname, '../..')
const LINES_MAX = 320
const FILE_BLOCK = /```ts\n\/\/ (\S+)\n(.*?)```/gs

const page = readFileSync(join(root, 'docs/domains.md'), 'utf8')
const files = [...page.matchAll(FILE_BLOCK)].map(([, path = '', text = '']) => ({ path, text }))
const commands = [...page.matchAll(/^npm run .+$/gm)].map(([command]) => command.split(' '))

/** The edit of an existing file that the page describes: one list entry and its imports. */
const EDIT = {
  path: 'lib/services.ts',
  imports: [
    "import { access as feedbackAccess } from '../lambdas/feedback/contract/access.ts'",
    "import { feedbackService } from '../lambdas/feedback/contract/service.ts'",
  ],
  line: '  { service: feedbackService, access: feedbackAccess },',
}

/** Existing files that commands of the page write. */
const WRITTEN_BY_COMMANDS = /^(?:docs\/(?:abilities|aws|domains|events|table)\.md|layers\/contracts\/published\/.+)$/

const git = (copy: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=judge', '-c', 'user.email=judge@example.org', ...args], {
    cwd: copy,
  }).toString()

const copyOfTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'signet-domain-'))
  for (const path of git(root, 'ls-files', '-z').split('\0').filter(Boolean)) cpSync(join(root, path), join(copy, path))
  mkdirSync(join(copy, 'node_modules'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@signet' || name === '.bin') continue
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  // Links in .bin are relative, so they resolve to the packages of the copy.
  cpSync(join(root, 'node_modules/.bin'), join(copy, 'node_modules/.bin'), { recursive: true, verbatimSymlinks: true })
  // Links of workspace packages are relative, so they resolve to the layers of the copy.
  cpSync(join(root, 'node_modules/@signet'), join(copy, 'node_modules/@signet'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  git(copy, 'init', '-q')
  git(copy, 'add', '-A')
  git(copy, 'commit', '-qm', 'chore: copy the tree')
  return copy
}

const isTest = ({ path }: { readonly path: string }): boolean => path.startsWith('test/')

const addDomain = (copy: string): number => {
  for (const { path, text } of files) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const services = join(copy, EDIT.path)
  const before = readFileSync(services, 'utf8')
  const listStart = before.indexOf('const DECLARED')
  if (listStart < 0) throw new Error(`${EDIT.path} has no list DECLARED`)
  const listEnd = before.indexOf('\n]', listStart)
  writeFileSync(
    services,
    `${EDIT.imports.join('\n')}\n${before.slice(0, listEnd)}\n${EDIT.line}${before.slice(listEnd)}`,
  )
  // Sorts the imports, as an editor would.
  run(copy, ['npx', 'biome', 'check', '--write', EDIT.path])
  const product = files.filter((file) => !isTest(file))
  const lines = product.reduce((sum, { text }) => sum + text.split('\n').length - 1, EDIT.imports.length + 1)
  if (lines > LINES_MAX) throw new Error(`The domain takes ${lines} lines by hand; the limit is ${LINES_MAX}`)
  return lines
}

const check = (subject: string, actual: unknown, expected: unknown): void => {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return
  throw new Error(`${subject}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
}

interface Message {
  readonly id: string
  readonly state: string
}
interface MessagePage {
  readonly messages: readonly Message[]
  readonly next_cursor: string | null
}

const TRIAGE_LIMIT_MS = 20_000

/**
 * Returns the state of the message once its worker has processed the event, or the current state after a time limit.
 */
const triagedState = async (readMessage: () => Promise<Message>): Promise<string> => {
  const began = Date.now()
  let { state } = await readMessage()
  while (state === 'new' && Date.now() - began < TRIAGE_LIMIT_MS) {
    await sleep(200)
    state = (await readMessage()).state
  }
  return state
}

const callDomain = async ({ urls, control, identities }: RunningSystem): Promise<void> => {
  const feedbackUrl = `${urls.platform}/api/feedback`
  const authorization = `Bearer ${identities.pro.platKey}`
  const headers = { authorization, 'content-type': 'application/json' }
  const post = (body: object) => fetch(feedbackUrl, { method: 'POST', headers, body: JSON.stringify(body) })
  const getJson = async <T>(path: string) => (await (await fetch(`${feedbackUrl}${path}`, { headers })).json()) as T
  check('an anonymous message', (await fetch(feedbackUrl, { method: 'POST', body: '{}' })).status, 401)
  // Refused requests do not count against the limit, only accepted messages.
  for (let i = 0; i < 5; i++) check('a message without a text', (await post({ text: '' })).status, 400)
  const accepted = [await post({ text: 'one' }), await post({ text: 'two' }), await post({ text: 'three' })]
  check(
    'three messages',
    accepted.map(({ status, headers: responseHeaders }) => [
      status,
      /r=(\d)/.exec(responseHeaders.get('ratelimit') ?? '')?.[1],
    ]),
    [
      [201, '2'],
      [201, '1'],
      [201, '0'],
    ],
  )
  const ids = (await Promise.all(accepted.map((answer) => answer.json() as Promise<Message>))).map(({ id }) => id)
  const fourthResponse = await post({ text: 'four' })
  check(
    'a fourth message',
    [fourthResponse.status, ((await fourthResponse.json()) as { code: string }).code],
    [429, 'rate_limited'],
  )
  for (const id of ids) check('the state of a message', await triagedState(() => getJson<Message>(`/${id}`)), 'triaged')
  const bus = (await (await fetch(`${control}/_local/events`)).json()) as {
    readonly events: readonly { readonly event: { readonly 'detail-type': string } }[]
  }
  const types = bus.events.map(({ event }) => event['detail-type'])
  check(
    'the number of received events',
    types.filter((type) => type === 'org.signet.feedback-message.received.v1').length,
    3,
  )
  const firstPage = await getJson<MessagePage>('?limit=2')
  const secondPage = await getJson<MessagePage>(`?cursor=${firstPage.next_cursor}`)
  check(
    'pages',
    [...firstPage.messages, ...secondPage.messages].map(({ id }) => id),
    ids.toReversed(),
  )
  check('the last page', secondPage.next_cursor, null)
}

const run = (copy: string, [program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
  execFileSync(program, args, { cwd: copy, stdio: 'inherit', env: { ...process.env, ...env } })
}

/**
 * @throws Error with the problems that `npm test` would report for the domain: an unused right, an untested response.
 */
const checkApiTests = (copy: string): void => {
  const output = execFileSync('npm', ['run', 'test:api', '--', 'feedback'], { cwd: copy }).toString()
  check('problems that test:api reports', output.match(/^OPEN: .*$/gm) ?? [], [])
}

const copy = copyOfTree()
try {
  const lines = addDomain(copy)
  for (const command of commands) run(copy, command)
  const changed = git(copy, 'diff', '--name-only', 'HEAD').split('\n').filter(Boolean)
  check(
    'existing files edited by hand',
    changed.filter((path) => !WRITTEN_BY_COMMANDS.test(path)),
    [EDIT.path],
  )
  checkApiTests(copy)
  await withSystem(callDomain, { cwd: copy })
  run(copy, ['npx', 'knip'])
  // Runs without the reporter of budgets, because parallel judges slow it down.
  run(copy, ['npx', 'vitest', 'run', '--project', 'infra', '--reporter', 'default'])
  const isolationTest = ['npx', 'vitest', 'run', '--project', 'api', 'test/api/platform/isolation.test.ts']
  run(copy, isolationTest, { API_DOMAINS: 'platform' })
  console.log(
    `figures: the domain takes ${lines} handwritten lines in ${files.length} files, and one edit of an existing file`,
  )
} finally {
  rmSync(copy, { recursive: true, force: true })
}
