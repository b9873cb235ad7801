import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvAssets } from '../../../lambdas/evidence/library/csv-assets.ts'

const word = fc
  .string({ minLength: 1, unit: fc.constantFrom(...'abc Ж😀",\r\n\'{}') })
  .filter((text) => text.trim() === text)
const item = word.filter((text) => text !== '')

const asset = fc.record(
  {
    title: item,
    authorName: item,
    content: fc.oneof(
      item.filter((text) => !text.startsWith('{')).map((text) => ({ text })),
      fc.dictionary(item, fc.jsonValue()).filter((content) => !JSON.stringify(content).includes('__proto__')),
    ),
    tags: fc.array(item, { minLength: 1, maxLength: 3 }),
    qualityScore: fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
  },
  { requiredKeys: ['title'] },
)

const cellOf = (value: unknown): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(';')
  if (typeof value !== 'object' || value === null) return String(value)
  const { text, ...others } = value as { readonly text?: unknown }
  const isText = typeof text === 'string' && Object.keys(others).length === 0 && !text.startsWith('{') && text !== ''
  return isText ? text : JSON.stringify(value)
}

/** Formats a cell as a CSV writer does: quoted if necessary, or always. */
const csvCell = (cell: string, isQuoted: boolean): string =>
  isQuoted || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

it('any written CSV is parsed unchanged, for all cells and line ends', () => {
  const columns = fc.shuffledSubarray(['title', 'authorName', 'content', 'tags', 'qualityScore'] as const, {
    minLength: 5,
  })
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(
      fc.array(asset, { minLength: 1, maxLength: 5 }),
      columns,
      ends,
      fc.boolean(),
      fc.boolean(),
      (assets, header, end, isQuoted, hasMark) => {
        const lines = assets.map((each) => header.map((name) => csvCell(cellOf(each[name]), isQuoted)).join(','))
        const csv = `${hasMark ? '\ufeff' : ''}${[header.join(','), ...lines].join(end)}${end}`
        expect(csvAssets(csv)).toEqual(JSON.parse(JSON.stringify(assets)))
      },
    ),
  )
})
