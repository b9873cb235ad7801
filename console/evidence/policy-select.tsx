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
  const chosen = policies.find(({ id }) => id === value)
  // Until the policies are known the chosen one stands there alone.
  const options = chosen ? policies.map(({ id, name }) => ({ value: id, text: name })) : [{ value, text: value }]
  return (
    <Select
      label="Policy"
      value={value}
      options={options}
      onValue={onValue}
      hint={chosen?.appliesTo ?? 'What texts are checked by'}
      fault={fault}
    />
  )
}
