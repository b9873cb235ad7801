import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { expectCopies } from '../../../support/copies.ts'
import { inGeneratedFolder } from '../client/generated-module.ts'

const pages = ['handlers.md', 'client.md']
const readPage = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../docs/contracts/${name}`, import.meta.url)), 'utf8')

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

const blocks = (await Promise.all(pages.map(readPage))).flatMap(blocksOf)
const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )

describe('the documentation of handlers and clients', () => {
  it('shows the output of its programs, which are type-checked', async () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      'note.ts',
      'serve.ts',
      'try.ts',
      'lambda.ts',
      'generate.ts',
      'make-client.ts',
      'use.ts',
    ])
    const files = Object.fromEntries(blocks.map(({ file, text }) => [file, text]))
    await inGeneratedFolder({ ...files, 'package.json': '{"type":"module"}' }, async (folder) => {
      for (const { file, output } of blocks) {
        if (output !== undefined) expect([file, await run([`${folder}/${file}`])]).toEqual([file, output])
      }
      const written = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
      const texts = written.map(async (name) => [name, await readFile(`${folder}/${name}`, 'utf8')] as const)
      await expectCopies('pages/handlers', Object.fromEntries(await Promise.all(texts)))
    })
  })
})
