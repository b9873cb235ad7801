import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { clockMoves } from './clock-moves.ts'

describe('the clock of the stack', () => {
  it('moves only in stories: other tests run their work at a later time', () => {
    expect(clockMoves(sourceFiles())).toEqual([])
  })

  it.each([
    ['by its name', "import { advance, later } from '../../support/control.ts'", 'advance'],
    ['by another name', "import { advanceAsleep as sleep } from '../../support/control.ts'", 'advanceAsleep'],
    ['with everything', "import * as control from '../../support/control.ts'", '*'],
    ['when it runs', "const control = await import('../../support/control.ts')", '*'],
    ['for others', "export * from '../../support/control.ts'", '*'],
  ])('that a test moves is found where it is imported %s', (_, text, name) => {
    const path = 'test/api/x/y.test.ts'
    expect(clockMoves([{ path, text }])).toEqual([expect.stringContaining(`${path}:1 imports ${name} of`)])
  })

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
