import { TextArea } from '@signet/ui'
import type { EditorPart } from './editor-part.ts'
import { faultsBelow } from './member-faults.ts'

const PARTS = [
  ['overrides', 'Individual users and tenants', '{"users": {"ada": true}}'],
  ['prerequisites', 'Prerequisite flags', '[{"flag": "new-search"}]'],
  ['schedule', 'Scheduled changes', '[{"at": "2026-12-01T00:00:00Z", "set": {"percentage": 100}}]'],
] as const

export const JsonParts = ({ draft, change, faults }: EditorPart) => (
  <details open={PARTS.some(([name]) => draft[name] !== '')}>
    <summary>Overrides, prerequisites and schedule</summary>
    <div class="form options">
      {PARTS.map(([name, label, example]) => (
        <TextArea
          key={name}
          label={label}
          hint={<code>{example}</code>}
          isMono
          rows={3}
          value={draft[name]}
          onValue={(text) => change({ [name]: text })}
          fault={faultsBelow(faults, name)}
        />
      ))}
    </div>
  </details>
)
