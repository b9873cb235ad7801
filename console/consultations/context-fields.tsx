import { Button, Segments, TextArea, TextField } from '@signet/ui'
import type { FormState } from '../session/draft-form.ts'
import { FaultText } from '../session/fault-text.tsx'
import { type ContextRow, type Draft, faultsIn, jsonFault, switchFormat } from './draft.ts'

const ROWS_MAX = 32

const Row = ({
  row,
  rowNumber,
  onRow,
  onRemove,
}: {
  readonly row: ContextRow
  readonly rowNumber: number
  readonly onRow: (row: ContextRow) => void
  readonly onRemove: (() => void) | undefined
}) => (
  <div class="context-row">
    <TextField
      label={`Name ${rowNumber}`}
      isLabelHidden
      isMono
      placeholder="team_size"
      maxLength={100}
      spellcheck={false}
      value={row.name}
      onValue={(name) => onRow({ ...row, name })}
    />
    <TextField
      label={`Value ${rowNumber}`}
      isLabelHidden
      placeholder="4"
      maxLength={2_000}
      value={row.value}
      onValue={(value) => onRow({ ...row, value })}
    />
    <Button
      kind="quiet"
      unavailable={onRemove ? undefined : 'At least one row is required'}
      onClick={() => onRemove?.()}
    >
      Remove<span class="hidden-text"> row {rowNumber}</span>
    </Button>
  </div>
)

const Rows = ({
  rows,
  onRows,
}: {
  readonly rows: readonly ContextRow[]
  readonly onRows: (rows: readonly ContextRow[]) => void
}) => (
  <div class="stack tight">
    {rows.map((row, index) => (
      <Row
        key={index}
        row={row}
        rowNumber={index + 1}
        onRow={(next) => onRows(rows.with(index, next))}
        onRemove={rows.length > 1 ? () => onRows(rows.toSpliced(index, 1)) : undefined}
      />
    ))}
    <div class="row">
      <Button
        kind="quiet"
        icon="plus"
        unavailable={rows.length < ROWS_MAX ? undefined : `The maximum is ${ROWS_MAX} rows`}
        onClick={() => onRows([...rows, { name: '', value: '' }])}
      >
        Add row
      </Button>
    </div>
  </div>
)

export const ContextFields = ({ draft, change, fields }: FormState<Draft>) => {
  const fault = faultsIn(fields, 'context')
  return (
    <fieldset class="field">
      <legend>Known facts</legend>
      <div class="hint">
        If a name, such as <code>team_size</code>, matches one of the role's questions, the value is used as the answer.
      </div>
      <Segments
        label="Format of known facts"
        isLabelHidden
        value={draft.contextFormat}
        options={[
          { value: 'rows', text: 'Rows' },
          { value: 'json', text: 'JSON' },
        ]}
        onValue={(format) => change(switchFormat(draft, format))}
      />
      {draft.contextFormat === 'rows' ? (
        <Rows rows={draft.rows} onRows={(rows) => change({ rows })} />
      ) : (
        <TextArea
          label="Known facts (JSON)"
          isLabelHidden
          isMono
          rows={6}
          placeholder={'{\n  "team_size": 4\n}'}
          value={draft.json}
          onValue={(json) => change({ json })}
          fault={jsonFault(draft.json)}
        />
      )}
      <FaultText>{fault}</FaultText>
    </fieldset>
  )
}
