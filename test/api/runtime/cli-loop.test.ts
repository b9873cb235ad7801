import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeProgram } from '../../support/runtime-command-line.ts'
import { testStack } from '../../support/test-stack.ts'
import { runtimeKey } from './runtime-world.ts'

let folder = ''
let key = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtime-'))
  key = await runtimeKey()
})
afterAll(() => rm(folder, { recursive: true }))

const cli = (args: readonly string[], typed = '') =>
  runtimeProgram(args, { url: String(testStack().urls.runtime), key, typed })

const file = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

test('loop: asks the most decisive question with reasons, accepts unknown, refuses invalid answers, ends with a report', async () => {
  const output = join(folder, 'report.md')
  const talk = [
    'loop',
    'An assistant that reads support mail and may refund customers',
    '--spread',
    'agent_safety',
    '--seed',
    '3',
  ]
  const typed = 'perhaps\nunknown\nyes\n/done\n'
  const { code, err } = await cli([...talk, '--output', output], typed)
  expect([code, err]).toEqual([0, expect.stringMatching(/It decides whether this applies: /)])
  expect(err).toMatch(/Enter yes or no/)
  expect(err).toMatch(/\n {2}[+(]/)
  const report = await readFile(output, 'utf8')
  expect(report).toMatch(/^# Agent permissions[\s\S]*## Questions and answers\n\n1\. .*\*\*not known\*\*/)
  expect(report).toContain('Seed 3, `reading/1`.')
  const json = JSON.parse((await cli([...talk, '--json', '--inscribe'], typed)).out)
  expect(json.reading.seed).toBe(3)
  expect((await cli(['replay', json.reading.hash])).code).toBe(0)
  expect(json.answers[0]).toMatchObject({ answer: 'unknown', why: expect.stringContaining('It decides') })
  expect(new Set(json.answers.map(({ fact }: { fact: string }) => fact)).size).toBe(json.answers.length)
})

/** Two questions of equal weight: the second follows the first. */
const TWO_QUESTIONS = `spread two "What is open?"
deck privacy = privacy-core@1
ask first  "Is it for people outside?" as yes/no
ask second "Is it for people inside?" as yes/no
position outside "Outside?"
  when first
  draw 2 from privacy
position inside "Inside?"
  when second
  draw 2 from privacy
`

test('loop: Ctrl-C ends it with a report of the answers so far', async () => {
  const env = {
    PATH: String(process.env.PATH),
    RUNTIME_URL: String(testStack().urls.runtime),
    RUNTIME_API_KEY: key,
  }
  const talk = [
    'bin/signet.mjs',
    'runtime',
    'loop',
    'Something for the shop',
    '--spread',
    await file('two.script', TWO_QUESTIONS),
  ]
  const program = spawn(process.execPath, talk, { env })
  let questionCount = 0
  let out = ''
  program.stdout.on('data', (text) => {
    out += text
  })
  program.stderr.on('data', (text) => {
    if (!String(text).includes(' > ')) return
    questionCount += 1
    if (questionCount === 1) program.stdin.write('unknown\n')
    else program.kill('SIGINT')
  })
  const [code] = await once(program, 'close')
  expect([code, out]).toEqual([0, expect.stringMatching(/\*\*not known\*\*[\s\S]*The interview ended before/)])
})
