import { parseJson } from '@signet/contracts'
import { invalidInput, type Refusal } from '@signet/kernel'
import { CsvError, parse } from 'csv-parse/sync'
import { IMPORT_ROWS_MAX } from '../contract/import.ts'
import { AssetInput } from '../contract/library.ts'

const csvRefusal = (message: string): Refusal<'invalid_input'> => invalidInput([{ field: 'csv', message }])

/** Row 1 is the first asset, so the header is row 0. */
const rowName = (row: number): string => (row === 0 ? 'the header' : `row ${row}`)

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark without a closing one',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing quotation mark; double a quotation mark inside a cell',
  INVALID_OPENING_QUOTE: 'a quotation mark in an unquoted cell; enclose the cell in quotation marks',
}

const cellsOf = (csv: string): readonly (readonly string[])[] => {
  try {
    return parse(csv, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw csvRefusal(`${rowName(Number(error.records))} has ${CSV_FAULTS[error.code] ?? 'invalid CSV'}`)
  }
}

const listOf = (cell: string): readonly string[] =>
  cell
    .split(';')
    .map((item) => item.trim())
    .filter(Boolean)

/** A text that resembles an object but is not valid JSON stays a text, and the content rule refuses it. */
const contentOf = (cell: string): unknown => {
  if (!cell.startsWith('{')) return { text: cell }
  try {
    return parseJson(cell)
  } catch {
    return cell
  }
}

const numberOf = (cell: string): unknown => (/^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell)

const CELL_PARSERS: Readonly<Record<string, (cell: string) => unknown>> = {
  domains: listOf,
  tags: listOf,
  content: contentOf,
  qualityScore: numberOf,
}

const checkHeader = (header: readonly string[]): void => {
  const fieldNames = Object.keys(AssetInput.shape)
  for (const [i, name] of header.entries()) {
    if (!fieldNames.includes(name))
      throw csvRefusal(
        `the header has the unknown field ${JSON.stringify(name.slice(0, 100))}; use ${fieldNames.join(', ')}`,
      )
    if (header.indexOf(name) < i) throw csvRefusal(`the header has ${name} twice`)
  }
}

/**
 * Parses the assets of a CSV (RFC 4180), whose first row contains field names. Rows end with CRLF, LF or CR, and a byte
 * order mark is permitted. Values are not validated.
 * @throws Refusal 400 `invalid_input` with row and rule for invalid CSV
 */
export const csvAssets = (csv: string): readonly unknown[] => {
  const [header = [], ...rows] = cellsOf(csv)
  checkHeader(header)
  if (rows.length === 0) throw csvRefusal('must have a header and at least one row')
  if (rows.length > IMPORT_ROWS_MAX) throw csvRefusal(`must have at most ${IMPORT_ROWS_MAX} rows (got ${rows.length})`)
  return rows.map((cells, i) => {
    if (cells.length !== header.length)
      throw csvRefusal(`${rowName(i + 1)} has ${cells.length} cells, but the header has ${header.length}`)
    const fields = header.flatMap((name, column): [string, unknown][] => {
      const cell = cells[column] ?? ''
      return cell === '' ? [] : [[name, CELL_PARSERS[name]?.(cell) ?? cell]]
    })
    return Object.fromEntries(fields)
  })
}
