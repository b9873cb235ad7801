import { lineText, nameText } from '@signet/contracts'
import { describe, expect, it } from 'vitest'
import { INVALID_NAMES } from '../../support/no-names.ts'

describe('names', () => {
  it.each(INVALID_NAMES)('names with %s are refused', (_, name) => {
    expect([nameText(100).safeParse(name).success, lineText(100).safeParse(name).success]).toEqual([false, false])
  })

  it('names may have any script, with joiners', () => {
    for (const name of ['Ada', 'می‌خواهم', '👩‍💻', '李小龙', 'a'.repeat(100)])
      expect([name, nameText(100).safeParse(name).success]).toEqual([name, true])
  })

  it('empty names are refused, empty lines are not', () => {
    for (const text of ['', '  '])
      expect([nameText(9).safeParse(text).success, lineText(9).safeParse(text).success]).toEqual([false, true])
  })
})
