import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkFlag, OPERATORS } from '@signet/flags'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectCopies } from '../../support/copies.ts'
import { blocksOf, outputPattern } from '../../support/page-blocks.ts'

const root = join(import.meta.dirname, '../../..')

const shell = (command: string, cwd: string): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const { NO_COLOR: _, FORCE_COLOR: __, NODE_OPTIONS: ___, ...env } = process.env
    const path = `${join(root, 'node_modules/.bin')}:${env.PATH}`
    execFile('bash', ['-c', command], { cwd, env: { ...env, PATH: path } }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: `${out}${err}`.trimEnd() }),
    )
  })

/** The folder for the pages' examples. */
let folder: string
beforeAll(async () => {
  await mkdir(join(root, '.tsbuild'), { recursive: true })
  folder = await mkdtemp(join(root, '.tsbuild/flags-page-'))
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Parses the calls of a console block: `$ ` and the command, its output and, if not 0, its exit code. */
const callsIn = (body: string) =>
  body
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...lines] = text.trimEnd().split('\n')
      const [exit = '0'] = lines.flatMap((line) => /^# exit code (\d+)$/.exec(line)?.[1] ?? [])
      return { command, exit: Number(exit), expected: lines.filter((line) => !line.startsWith('# exit')).join('\n') }
    })

describe('the documentation of flags', () => {
  it('the tutorial works from the first block to the last', async () => {
    let calls = 0
    for (const { language, body } of await blocksOf('tutorial.md', 'flags')) {
      const [first = '', ...rest] = body.split('\n')
      if (language === 'ts') await writeFile(join(folder, first.replace('// ', '')), rest.join('\n'))
      for (const { command, exit, expected } of language === 'console' ? callsIn(body) : []) {
        const { code, text } = await shell(command, folder)
        const expectedText = expect.stringMatching(outputPattern(expected))
        expect({ command, code, text }).toEqual({ command, code: exit, text: expectedText })
        calls += 1
      }
    }
    expect(calls).toBe(7)
  })

  it('the programs of the reference print the shown output', async () => {
    const blocks = await blocksOf('reference.md', 'flags')
    const programs = blocks.filter(({ language }) => language === 'ts')
    const outputs = blocks.filter(({ language }) => language === 'text')
    expect([programs.length, outputs.length]).toEqual([4, 4])
    for (const [i, { body }] of programs.entries()) {
      await writeFile(join(folder, `program-${i}.ts`), body)
      const { code, text } = await shell(`node program-${i}.ts`, folder)
      expect({ code, text }).toEqual({
        code: 0,
        text: expect.stringMatching(outputPattern((outputs[i]?.body ?? '').trimEnd())),
      })
    }
  })

  it('the examples of both pages are type-checked', async () => {
    const written = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
    expect(written.length).toBeGreaterThan(4)
    const texts = written.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
    await expectCopies('pages/flags', Object.fromEntries(await Promise.all(texts)))
  })

  it('the reference lists every field and every operator', async () => {
    const text = await readFile(join(root, 'docs/flags/reference.md'), 'utf8')
    const unknownField = { zzzz: 1 }
    const rules = [{ id: 'a', all: [], ...unknownField, rollout: unknownField, split: unknownField }]
    const problems = checkFlag({
      key: 'f',
      type: 'variant',
      variants: [unknownField],
      rules,
      prerequisites: [unknownField],
      schedule: [unknownField],
      ...unknownField,
    })
    const allowedFields = problems.flatMap(
      ({ message }) => /is unknown; allowed fields: (.*)$/.exec(message)?.[1]?.split(', ') ?? [],
    )
    expect(allowedFields.length).toBeGreaterThan(30)
    expect([...allowedFields, ...OPERATORS].filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  })
})
