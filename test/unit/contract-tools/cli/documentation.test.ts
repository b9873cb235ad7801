import { describe, expect, it } from 'vitest'
import { blocksOf, outputPattern } from '../../../support/page-blocks.ts'
import { sandbox } from './sandbox.ts'

describe('documentation of the command line', () => {
  it('the commands on the page print its output and exit codes', async () => {
    const { write, read, start } = await sandbox()
    let calls = 0
    for (const { language, body } of await blocksOf('command-line.md')) {
      const [first = '', ...expectedLines] = body.split('\n')
      if (language === 'ts') await write(first.replace('// ', ''), expectedLines.join('\n'))
      if (language === 'sh') {
        const [, oldText = '', newText = '', file = ''] = /^sed -i 's\/(.*)\/(.*)\/' (\S+)$/.exec(first) ?? []
        await write(file, (await read(file)).replaceAll(oldText, newText))
      }
      if (language !== 'console') continue
      const exit = Number(/^# exit code (\d)$/m.exec(body)?.[1] ?? 0)
      const expected = expectedLines.filter((line) => !line.startsWith('# exit code')).join('\n')
      const { code, out, err } = await start(...first.replace('$ npx signet-contracts ', '').split(' '))
      expect({ first, code, err }).toEqual({ first, code: exit, err: '' })
      expect(out).toMatch(outputPattern(expected))
      calls += 1
    }
    expect(calls).toBe(8)
  })
})
