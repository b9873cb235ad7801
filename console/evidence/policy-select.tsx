import { Select } from '@signet/ui'
import type { PolicyChoice } from './check-messages.ts'

export const PolicySelect = ({
  policies,
  value,
  onValue,
  fault,
}: {
  readonly policies: readonly PolicyChoice[]
  readonly value: string
  readonly onValue: (policy: string) => void
  readonly fault: string | undefined
}) => {
  const selectedPolicy = policies.find(({ id }) => id === value)
  // Until the policies are loaded, only the selected one is listed.
  const options = selectedPolicy
    ? policies.map(({ id, name }) => ({ value: id, text: name }))
    : [{ value, text: value }]
  return (
    <Select
      label="Policy"
      value={value}
      options={options}
      onValue={onValue}
      hint={selectedPolicy?.appliesTo ?? 'The rules that the text is checked against'}
      fault={fault}
    />
  )
}
