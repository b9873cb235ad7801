import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { expectCopies } from '../../support/copies.ts'
import { blocksOf, outputPattern } from '../../support/page-blocks.ts'

const root = join(import.meta.dirname, '../../..')

interface Call {
  readonly command: string
  readonly expected: string
  readonly exitCode: number
}

/** Parses the calls of a console block: a line that starts with `$ `, its output and, if not 0, its exit code. */
const callsIn = (body: string): Call[] =>
  body
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...lines] = text.trimEnd().split('\n')
      const exitCode = Number(
        lines
          .find((line) => line.startsWith('# exit code '))
          ?.split(' ')
          .at(-1) ?? 0,
      )
      return { command, expected: lines.filter((line) => !line.startsWith('# exit code ')).join('\n'), exitCode }
    })

const shell = (command: string, cwd: string): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const { NO_COLOR: _, FORCE_COLOR: __, NODE_OPTIONS: ___, ...env } = process.env
    const path = `${join(root, 'node_modules/.bin')}:${env.PATH}`
    // Without npx, which other tests cover and which takes half a second per call.
    const commandWithoutNpx = command.replace(/^npx /, '')
    execFile('bash', ['-c', commandWithoutNpx], { cwd, env: { ...env, PATH: path } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: `${out}${err}`.trimEnd() }),
    )
  })

it('the tutorial works from the first block to the last', async () => {
  await mkdir(join(root, '.tsbuild'), { recursive: true })
  const folder = await mkdtemp(join(root, '.tsbuild/tutorial-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  let calls = 0
  for (const { language, body } of await blocksOf('tutorial.md')) {
    if (language === 'ts') {
      const [first = '', ...rest] = body.split('\n')
      const path = join(folder, first.replace('// ', ''))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, rest.join('\n'))
    }
    for (const { command, expected, exitCode } of language === 'console' ? callsIn(body) : []) {
      const { code, text } = await shell(command, folder)
      expect({ command, code, text }).toEqual({
        command,
        code: exitCode,
        text: expect.stringMatching(outputPattern(expected)),
      })
      calls += 1
    }
  }
  expect(calls).toBe(13)
  const paths = globSync(['*.ts', 'contracts/*.ts', 'generated/**/{client,handlers}.ts'], { cwd: folder })
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)
  await expectCopies('pages/tutorial', Object.fromEntries(await Promise.all(texts)))
})
