import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inGeneratedFolder } from '../client/generated-module.ts'

const pages = ['handlers.md', 'client.md']
const page = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../docs/contracts/${name}`, import.meta.url)), 'utf8')
const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))

interface Block {
  readonly file: string
  readonly text: string
  /** The program's output, according to the page. */
  readonly output: string | undefined
}

const blocksOf = (markdown: string): Block[] =>
  [...markdown.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(
    ([, file = '', text = '', output]) => ({
      file,
      text,
      output,
    }),
  )

const blocks = (await Promise.all(pages.map(page))).flatMap(blocksOf)
const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )

describe('the pages about handlers and clients', () => {
  it('say what their programs print, and type-check', async () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      'note.ts',
      'serve.ts',
      'try.ts',
      'lambda.ts',
      'generate.ts',
      'make-client.ts',
      'use.ts',
    ])
    const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true }
    const config = JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] })
    const files = Object.fromEntries(blocks.map(({ file, text }) => [file, text]))
    await inGeneratedFolder(
      { ...files, 'tsconfig.json': config, 'package.json': '{"type":"module"}' },
      async (folder) => {
        for (const { file, output } of blocks) {
          if (output !== undefined) expect([file, await run([`${folder}/${file}`])]).toEqual([file, output])
        }
        expect(await run([tsc, '-p', folder])).toBe('')
      },
    )
  })
})
