import { Button, Dialog, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type AgentGrant, agentGrants } from '../api/agent-grants.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { invalidate } from '../session/queries.ts'
import { clientName } from './grant-words.ts'

export const BudgetDialog = ({ of: grant, onClose }: { readonly of: AgentGrant; readonly onClose: () => void }) => {
  const { purchase_cents_left: cents } = grant
  const [budget, setBudget] = useState(grant.budget === null ? '' : String(grant.budget))
  const [purchase, setPurchase] = useState(cents === null ? '' : String(cents / 100))
  const save = useAction(
    () =>
      agentGrants.setGrantBudget({
        id: grant.id,
        budget: budget === '' ? null : Number(budget),
        ...(cents === null ? {} : { purchase_cents: Math.round(Number(purchase) * 100) }),
      }),
    () => {
      void invalidate('agents')
      onClose()
    },
  )
  return (
    <Dialog title={`Budget of ${clientName(grant)}`} onClose={onClose}>
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save budget"
        secondary={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="Credit budget"
          type="number"
          min={0}
          max={1_000_000}
          hint={`Used so far: ${formatCount(grant.spent, 'credit')}. If the budget is not above this amount, the agent cannot spend any more. Leave empty to set no limit for this agent.`}
          value={budget}
          onValue={setBudget}
          fault={save.fields.budget}
        />
        {cents !== null && (
          <TextField
            label="Remaining purchase limit (USD)"
            type="number"
            min={0}
            max={1_000}
            step={0.01}
            value={purchase}
            onValue={setPurchase}
            fault={save.fields.purchase_cents}
          />
        )}
      </ActionForm>
    </Dialog>
  )
}
