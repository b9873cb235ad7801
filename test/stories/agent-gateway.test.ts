import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { claimedIssuer, verifyReceiptText } from '@signet/verify-receipt'
import { afterAll, expect, test } from 'vitest'
import { filesIn, GRADE_REQUEST, INTENTION, newUser, readProject } from '../api/agent-gateway/gateway-world.ts'
import { call } from '../support/api.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-journey-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an agent creates a scaffold with tools, its tests pass, its ADR is graded, and its receipt is verified', async () => {
  const user = await newUser()
  const { output } = await user.use('scaffold_create', { intention: INTENTION })
  const project = await readProject(user, output.id)
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
  const graded = await user.use('run_grader', { ...GRADE_REQUEST, case: { ...GRADE_REQUEST.case, artifact } })
  expect(graded.output.aggregate).toBeGreaterThan(0.5)

  const [receipt] = (await user.client.readResource({ uri: `signet://receipts/${output.id}` })).contents
  const { envelope, opening } = JSON.parse(String((receipt as { text?: string }).text))
  const { body: jwks } = await call('GET', '/.well-known/jwks.json', { as: 'readJwks' })
  const verdict = await verifyReceiptText(JSON.stringify(envelope), { jwks, claims: opening })
  expect(verdict).toMatchObject({ valid: true, hash: output.id, kind: 'flow', keysFrom: 'reader' })
  expect(claimedIssuer(JSON.stringify(envelope))).toBeTruthy()
})
