import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Right-aligned, so that digits line up. */
  readonly isNumber?: boolean
  /** The title is for screen readers: the column contains buttons. */
  readonly isTitleHidden?: boolean
}

export interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The first column is the row header. */
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  readonly isCurrent?: (row: Row) => boolean
}

const classOf = (isNumber: boolean | undefined): string | undefined => (isNumber ? 'number' : undefined)

/** A table. On narrow screens each row becomes a block with the titles before the values. */
export const Table = <Row,>({ label, rows, columns, keyOf, isCurrent }: TableProps<Row>) => {
  const [headerColumn, ...otherColumns] = columns
  return (
    <div class="table-frame">
      <table class="table stacks" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, isTitleHidden }) => (
              <th key={title} scope="col" class={classOf(isNumber)}>
                {isTitleHidden ? <span class="hidden-text">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={isCurrent?.(row) ? 'true' : undefined}>
              <th scope="row">{headerColumn?.cell(row)}</th>
              {otherColumns.map(({ title, cell, isNumber, isTitleHidden }) => (
                <td key={title} class={classOf(isNumber)} data-label={isTitleHidden ? undefined : title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
