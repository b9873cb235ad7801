import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { saidIssuer, verifyReceiptText } from '@signet/verify-receipt'
import { afterAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { scaffoldsUsed } from '../../support/paid-work.ts'
import { testStack } from '../../support/test-stack.ts'
import { GRADED, INTENTION, newUser, type User } from './gateway-world.ts'

interface File {
  readonly path: string
  readonly role: string
  readonly content?: string
}

const folder = mkdtempSync(join(tmpdir(), 'signet-journey-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesIn = (output: Record<string, unknown>): readonly File[] => output.files as readonly File[]

/** Every file with its contents, as an agent gets them: as many in each answer as fit, then the next. */
const wholeProject = async ({ use }: User, id: unknown): Promise<Map<string, string>> => {
  const project = new Map<string, string>()
  let paths: readonly string[] | undefined
  do {
    const { output } = await use('scaffold_status', { id, ...(paths ? { paths } : { include_files: true }) })
    for (const { path, content } of filesIn(output)) if (content !== undefined) project.set(path, content)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(64 * 1024)
    paths = output.contents_left as string[]
  } while (paths.length > 0)
  return project
}

describe('a scaffold by tools alone', () => {
  test('paths and links unless contents are asked for; the same call again is the same scaffold, paid once', async () => {
    const user = await newUser()
    const made = await user.use('scaffold_create', { intention: INTENTION })
    const id = String(made.output.id)
    expect(made.output).toMatchObject({
      ...{ classification: { pattern: 'webhook-receiver' }, tier2_recommended: false, contents_left: [] },
      download_url: `${testStack().urls.platform}/api/flows/${id}/download`,
      verify_url: `${testStack().urls.platform}/verify/${id}`,
    })
    expect(filesIn(made.output).length).toBeGreaterThan(20)
    expect(filesIn(made.output).some(({ content }) => content !== undefined)).toBe(false)
    const preview = await user.use('scaffold_preview', { intention: INTENTION })
    expect(filesIn(made.output)).toEqual(preview.output.files)
    expect((await user.use('scaffold_create', { intention: INTENTION })).output.id).toBe(id)
    expect(await scaffoldsUsed(user.person)).toBe(1)
    const whole = await user.use('scaffold_create', { intention: `${INTENTION} twice`, include_files: true })
    expect(filesIn(whole.output).some(({ content }) => content !== undefined)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(whole.output))).toBeLessThanOrEqual(64 * 1024)
  })

  test('is made, its tests run, its decision is graded, and the independent verifier accepts its receipt', async () => {
    const user = await newUser()
    const { output } = await user.use('scaffold_create', { intention: INTENTION })
    const project = await wholeProject(user, output.id)
    expect([...project.keys()].sort()).toEqual(
      filesIn(output)
        .map(({ path }) => path)
        .sort(),
    )
    for (const [path, content] of project) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')))
    const tests = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/**/*.test.ts'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    expect(tests).toMatch(/^# fail 0$/m)

    const [adr] = [...project.keys()].filter((path) => path.startsWith('docs/adr/'))
    const artifact = { id: 'adr', kind: 'adr', content: project.get(adr ?? '') ?? '' }
    const graded = await user.use('run_grader', { ...GRADED, case: { ...GRADED.case, artifact } })
    expect(graded.output.aggregate).toBeGreaterThan(0.5)

    const [receipt] = (await user.client.readResource({ uri: `signet://receipts/${output.id}` })).contents
    const { envelope, opening } = JSON.parse(String((receipt as { text?: string }).text))
    const { body: jwks } = await call('GET', '/.well-known/jwks.json', { as: 'readJwks' })
    const verdict = await verifyReceiptText(JSON.stringify(envelope), { jwks, claims: opening })
    expect(verdict).toMatchObject({ valid: true, hash: output.id, kind: 'flow', keysFrom: 'reader' })
    expect(saidIssuer(JSON.stringify(envelope))).toBeTruthy()
  })

  test('a project that was edited is brought up to date, and keeps what was edited', async () => {
    const user = await newUser()
    const { output } = await user.use('scaffold_create', { intention: INTENTION })
    const files = [...(await wholeProject(user, output.id))].map(([path, content]) => ({ path, content }))
    const edited = files.map((file) =>
      file.path === 'README.md' ? { ...file, content: `${file.content}\nOurs.\n` } : file,
    )
    const updated = await user.use('scaffold_update', { id: output.id, files: edited.slice(1), include_files: true })
    const status = (path: string) =>
      (updated.output.files as { path: string; status: string }[]).find((f) => f.path === path)?.status
    expect(['kept', 'merged', 'unchanged']).toContain(status('README.md'))
  })
})
