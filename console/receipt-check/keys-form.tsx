import { Button, TextArea } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { Tools } from './tools.ts'
import { NO_KEYS, type TrustedKeys } from './trusted-keys.ts'

export const KeysForm = ({
  tools,
  onKeys,
}: {
  readonly tools: Tools | undefined
  readonly onKeys: (keys: { readonly text: string; readonly userKeys: TrustedKeys }) => void
}) => {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const applyKeys = () => {
    try {
      setFault(undefined)
      onKeys({ text, userKeys: tools ? tools.readKeys(text) : NO_KEYS })
    } catch (error) {
      setFault(error instanceof SyntaxError ? 'The key set is not valid JSON' : (error as Error).message)
    }
  }
  return (
    <details>
      <summary>Use your own trusted keys</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          applyKeys()
        }}
      >
        <TextArea
          label="Trusted keys"
          hint="A PEM public key, the jwks.json of an issuer, or log and witness keys, one per line. They stay on this page."
          isMono
          rows={4}
          value={text}
          onValue={setText}
          fault={fault}
        />
        <div class="actions">
          <Button type="submit">Use these keys</Button>
        </div>
      </form>
    </details>
  )
}
