import type { Line, Span } from './document.ts'

const NUMBER = /^[^\d-]*(-?\d[\d,. ]*)\s?([kKmM]?)[^\d]*$/
/** Relative deviation that rounded numbers may cause. */
const TOLERANCE = 0.011

const numberOf = (cell: string): number | undefined => {
  const [, digits, scale = ''] = NUMBER.exec(cell.replaceAll('*', '').trim()) ?? []
  if (digits === undefined || cell.includes('%')) return undefined
  const value = Number(digits.replaceAll(/[, ]/g, ''))
  if (!Number.isFinite(value)) return undefined
  return value * (scale === '' ? 1 : scale.toLowerCase() === 'k' ? 1_000 : 1_000_000)
}

const cellsOf = ({ text }: Line): readonly string[] =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')

const isFar = (one: number, other: number): boolean =>
  Math.abs(one - other) > Math.max(1, Math.abs(one), Math.abs(other)) * TOLERANCE

/** Returns the total row of a table if one of its columns does not add up. */
const wrongTotals = (rows: readonly Line[]): readonly Span[] => {
  const totalIndex = rows.findIndex((row) => /^\W*(?:grand |sub)?total\b/i.test(cellsOf(row)[0] ?? ''))
  if (totalIndex < 2) return []
  const rowsAbove = rows.slice(0, totalIndex).map(cellsOf)
  const isWrong = cellsOf(rows[totalIndex] as Line).some((cell, column) => {
    const total = numberOf(cell)
    const parts = rowsAbove.flatMap((cells) => numberOf(cells[column] ?? '') ?? [])
    if (column === 0 || total === undefined || parts.length < 2) return false
    return isFar(
      total,
      parts.reduce((sum, part) => sum + part, 0),
    )
  })
  const { start, end } = rows[totalIndex] as Line
  return isWrong ? [{ start, end }] : []
}

/** Returns the rows whose last cell is not the sum of the others, if the header names the last column as a total. */
const wrongRows = (rows: readonly Line[], header: Line | undefined): readonly Span[] => {
  const lastHeader = header && cellsOf(header).at(-1)?.replaceAll('*', '').trim()
  if (!lastHeader || !/^(?:year|total|sum|all|overall)\b/i.test(lastHeader)) return []
  return rows.flatMap((row) => {
    const cells = cellsOf(row)
    const parts = cells.slice(1, -1).flatMap((cell) => numberOf(cell) ?? [])
    const total = numberOf(cells.at(-1) ?? '')
    const isWrong =
      total !== undefined &&
      parts.length >= 2 &&
      isFar(
        total,
        parts.reduce((sum, part) => sum + part, 0),
      )
    return isWrong ? [{ start: row.start, end: row.end }] : []
  })
}

/** Matches an equation: `0.42 × 2,000 × 36 = 30,240`. */
const EQUATION =
  /(?<![\d.,+×x*−–÷/-]\s?)(\d[\d,.]*(?: [a-z][a-z /]{0,24})?(?:\s*[x×*+−–-]\s*[$€£]?\s?\d[\d,.]*(?: [a-zA-Z][a-zA-Z /]{0,24})?)+)\s*=\s*[$€£]?\s?(\d[\d,.]*\d|\d)/g

const parseNumber = (text = ''): number => Number(text.replaceAll(',', '').replace(/\.$/, ''))

/** Evaluates a chain of one operator. Mixed chains are skipped, because they are often incomplete. */
const valueOfChain = (chain: string): number | undefined => {
  const numbers = chain.split(/\s*[x×*+−–-]\s*[$€£]?\s?(?=\d)/).map((each) => parseNumber(/^[\d,.]+/.exec(each)?.[0]))
  const signs = new Set(
    (chain.match(/[x×*+−–-](?=\s*[$€£]?\s?\d)/g) ?? []).map((sign) =>
      /[x×*]/.test(sign) ? '×' : sign === '+' ? '+' : '-',
    ),
  )
  const [sign] = signs
  if (signs.size !== 1) return undefined
  const [first = 0, ...others] = numbers
  return others.reduce((sum, each) => (sign === '×' ? sum * each : sign === '+' ? sum + each : sum - each), first)
}

const wrongEquations = ({ text, start }: Line): readonly Span[] =>
  [...text.matchAll(EQUATION)].flatMap(({ index, 0: equation, 1: chain = '', 2: result }) => {
    const value = valueOfChain(chain)
    const isWrong = value !== undefined && isFar(value, parseNumber(result))
    return isWrong ? [{ start: start + index, end: start + index + equation.length }] : []
  })

const tablesOf = (lines: readonly Line[]): readonly (readonly Line[])[] => {
  const tables: Line[][] = [[]]
  for (const line of lines) {
    if (line.kind === 'row') tables.at(-1)?.push(line)
    else if ((tables.at(-1) ?? []).length > 0) tables.push([])
  }
  return tables.map((rows) => rows.filter(({ text }) => !/^[\s|:-]+$/.test(text)))
}

export const wrongSums = (lines: readonly Line[]): readonly Span[] => [
  ...tablesOf(lines).flatMap(([header, ...rows]) => [...wrongTotals(rows), ...wrongRows(rows, header)]),
  ...lines.filter(({ kind }) => kind !== 'code').flatMap(wrongEquations),
]
