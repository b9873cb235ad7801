import { Button, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { hashIn } from './hash-in.ts'

export const LookupForm = ({ hash, origins }: { readonly hash: string; readonly origins: readonly string[] }) => {
  const { route } = useLocation()
  const [typed, setTyped] = useState(hash)
  const [fault, setFault] = useState<string>()
  const lookUp = () => {
    try {
      setFault(undefined)
      route(`/receipts/check?hash=${hashIn(typed, origins)}`)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        lookUp()
      }}
    >
      <TextField
        label="Receipt hash or URL"
        hint="The receipt is loaded from this Signet deployment and verified in this browser."
        isMono
        spellcheck={false}
        autocomplete="off"
        value={typed}
        onValue={setTyped}
        fault={fault}
      />
      <div class="actions">
        <Button type="submit" kind="primary">
          Verify receipt
        </Button>
      </div>
    </form>
  )
}
