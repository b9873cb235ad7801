import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { clockMoves } from './clock-moves.ts'

describe('the clock of the stack', () => {
  it('moves only in stories', () => {
    expect(clockMoves(sourceFiles())).toEqual([])
  })

  it.each([
    ['by its name', "import { advance, later } from '../../support/control.ts'", 'advance'],
    ['by another name', "import { advanceAsleep as sleep } from '../../support/control.ts'", 'advanceAsleep'],
    ['by its namespace', "import * as control from '../../support/control.ts'", '*'],
    ['dynamically', "const control = await import('../../support/control.ts')", '*'],
    ['by re-export', "export * from '../../support/control.ts'", '*'],
  ])('must not be imported %s by an API test', (_, text, name) => {
    const path = 'test/api/x/y.test.ts'
    expect(clockMoves([{ path, text }])).toEqual([expect.stringContaining(`${path}:1 imports ${name} of`)])
  })

  const call = "await fetch(control + '/_local/clock', { method: 'POST', body: '{\"advanceMs\":1000}' })"

  it.each(['test/api/x/y.test.ts', 'test/unit/x/y.test.ts', 'test/unit/locale/y.test.ts', 'test/infra/y.ts'])(
    'must not be requested by %s',
    (path) => {
      expect(clockMoves([{ path, text: `\n${call}` }])).toEqual([
        expect.stringContaining(`${path}:2 calls /_local/clock`),
      ])
    },
  )

  it.each(['test/stories/x.test.ts', 'test/unit/local/stack.test.ts', 'test/support/x.ts', 'test/soak/run.ts'])(
    'may be requested by %s',
    (path) => {
      expect(clockMoves([{ path, text: call }])).toEqual([])
    },
  )

  it('may be moved by stories, and read by every test', () => {
    const moves = "import { advance } from '../support/control.ts'"
    const reads = "import { later, stackNow } from '../../support/control.ts'\nclock.advance(1)"
    expect(
      clockMoves([
        { path: 'test/stories/x.test.ts', text: moves },
        { path: 'test/stories/triggers/y.test.ts', text: moves.replace('..', '../..') },
        { path: 'test/api/x/z.test.ts', text: reads },
      ]),
    ).toEqual([])
  })
})
