import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandbox } from './sandbox.ts'

const page = (name: string) => readFile(join(import.meta.dirname, `../../../../docs/contracts/${name}`), 'utf8')

/** The blocks of a page in one language. */
const blocks = (text: string) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', body = '']) => ({ language, body }))

/** A text in which `…` stands for anything. */
const pattern = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*?')}$`,
    's',
  )

describe('the page of the command line', () => {
  it('shows what happens: each call, what it prints, and its exit code', async () => {
    const { write, read, start } = await sandbox()
    let calls = 0
    for (const { language, body } of blocks(await page('command-line.md'))) {
      const [first = '', ...rest] = body.split('\n')
      if (language === 'ts') await write(first.replace('// ', ''), rest.join('\n'))
      if (language === 'sh') {
        const [, from = '', to = '', file = ''] = /^sed -i 's\/(.*)\/(.*)\/' (\S+)$/.exec(first) ?? []
        await write(file, (await read(file)).replaceAll(from, to))
      }
      if (language !== 'console') continue
      const exit = Number(/^# exit code (\d)$/m.exec(body)?.[1] ?? 0)
      const expected = rest.filter((line) => !line.startsWith('# exit code')).join('\n')
      const { code, out, err } = await start(...first.replace('$ npx signet-contracts ', '').split(' '))
      expect({ first, code, err }).toEqual({ first, code: exit, err: '' })
      expect(out).toMatch(pattern(expected))
      calls += 1
    }
    expect(calls).toBe(8)
  }, 30_000)
})
