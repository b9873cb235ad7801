import { Button, Select, TextField } from '@signet/ui'
import { FaultText } from '../session/fault-text.tsx'
import { EMPTY_ROW, type PayloadRow, type RowKind, rowFault } from './attest-draft.ts'

const KIND_OPTIONS = [
  { value: 'text', text: 'Text' },
  { value: 'integer', text: 'Integer' },
  { value: 'boolean', text: 'Yes or no' },
] as const satisfies readonly { readonly value: RowKind; readonly text: string }[]

const YES_OR_NO = [
  { value: 'yes', text: 'Yes' },
  { value: 'no', text: 'No' },
]

const Value = ({
  row,
  rowNumber,
  onRow,
}: {
  readonly row: PayloadRow
  readonly rowNumber: number
  readonly onRow: (row: PayloadRow) => void
}) => {
  const shared = {
    label: `Value ${rowNumber}`,
    isLabelHidden: true,
    onValue: (value: string) => onRow({ ...row, value }),
  }
  if (row.kind === 'boolean')
    return <Select {...shared} value={row.value === 'yes' ? 'yes' : 'no'} options={YES_OR_NO} />
  return <TextField {...shared} value={row.value} maxLength={2_000} placeholder="Value" />
}

const Row = ({
  rows,
  index,
  onRows,
}: {
  readonly rows: readonly PayloadRow[]
  readonly index: number
  readonly onRows: (rows: readonly PayloadRow[]) => void
}) => {
  const row = rows[index] ?? EMPTY_ROW
  const onRow = (next: PayloadRow) => onRows(rows.with(index, next))
  const fault = rowFault(rows, index)
  return (
    <>
      <div class="payload-row">
        <TextField
          label={`Name ${index + 1}`}
          isLabelHidden
          isMono
          placeholder="name"
          maxLength={100}
          spellcheck={false}
          value={row.name}
          onValue={(name) => onRow({ ...row, name })}
        />
        <Select
          label={`Kind ${index + 1}`}
          isLabelHidden
          value={row.kind}
          options={KIND_OPTIONS}
          onValue={(kind) => onRow({ ...row, kind })}
        />
        <Value row={row} rowNumber={index + 1} onRow={onRow} />
        <Button
          kind="quiet"
          unavailable={rows.length > 1 ? undefined : 'At least one row is required'}
          onClick={() => onRows(rows.toSpliced(index, 1))}
        >
          Remove<span class="hidden-text"> row {index + 1}</span>
        </Button>
      </div>
      {fault && <p class="fault">{`Row ${index + 1} ${fault}`}</p>}
    </>
  )
}

export const PayloadFields = ({
  rows,
  onRows,
  fault,
}: {
  readonly rows: readonly PayloadRow[]
  readonly onRows: (rows: readonly PayloadRow[]) => void
  readonly fault: string | undefined
}) => (
  <fieldset class="field wide">
    <legend>Public data</legend>
    <div class="hint">Published with the receipt. The text itself stays private.</div>
    <div class="stack tight">
      {rows.map((_, index) => (
        <Row key={index} rows={rows} index={index} onRows={onRows} />
      ))}
      <div class="row">
        <Button kind="quiet" icon="plus" onClick={() => onRows([...rows, EMPTY_ROW])}>
          Add row
        </Button>
      </div>
    </div>
    <FaultText>{fault}</FaultText>
  </fieldset>
)
