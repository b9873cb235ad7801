import { TextArea } from '@signet/ui'
import type { EditorProps } from './editor-props.ts'
import { faultsUnder } from './field-faults.ts'

const JSON_FIELDS = [
  ['overrides', 'Individual users and tenants', '{"users": {"ada": true}}'],
  ['prerequisites', 'Prerequisite flags', '[{"flag": "new-search"}]'],
  ['schedule', 'Scheduled changes', '[{"at": "2026-12-01T00:00:00Z", "set": {"percentage": 100}}]'],
] as const

export const JsonFields = ({ draft, change, faults }: EditorProps) => (
  <details open={JSON_FIELDS.some(([name]) => draft[name] !== '')}>
    <summary>Overrides, prerequisites and schedule</summary>
    <div class="form options">
      {JSON_FIELDS.map(([name, label, example]) => (
        <TextArea
          key={name}
          label={label}
          hint={<code>{example}</code>}
          isMono
          rows={3}
          value={draft[name]}
          onValue={(text) => change({ [name]: text })}
          fault={faultsUnder(faults, name)}
        />
      ))}
    </div>
  </details>
)
