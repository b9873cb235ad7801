import { Notice, TextArea } from '@signet/ui'
import { useState } from 'preact/hooks'
import { runtime } from '../api/runtime.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { faultExcerpt, SAMPLE_SCRIPT, type ScriptFault, scriptFaults } from './script-faults.ts'

const Faults = ({ script, faults }: { readonly script: string; readonly faults: readonly ScriptFault[] }) => (
  <Notice kind="danger" isAlert>
    <p>{faults.length === 1 ? 'The script has an error.' : `The script has ${faults.length} errors.`}</p>
    <ol class="stack tight">
      {faults.map((fault) => (
        <li key={`${fault.line} ${fault.column} ${fault.code}`}>
          {fault.message}
          <pre>{faultExcerpt(script, fault)}</pre>
        </li>
      ))}
    </ol>
  </Notice>
)

export const ScriptForm = ({ onReady }: { readonly onReady: (script: string) => void }) => {
  const [script, setScript] = useState(SAMPLE_SCRIPT)
  const [checkedScript, setCheckedScript] = useState('')
  const check = useAction(
    (text: string) => {
      setCheckedScript(text)
      return runtime.runReading({ script: text, dry_run: true })
    },
    (_, text) => onReady(text),
  )
  const faults = scriptFaults(check.error)
  const action = faults.length > 0 ? { isBusy: check.isBusy, fault: undefined } : check
  return (
    <ActionForm action={action} onSubmit={() => check.run(script)} text="Check and run">
      <TextArea
        label="Script"
        hint="One statement per line: spread, deck, ask, position, when, draw, fact, say, speak. Lines that start with # are comments."
        rows={14}
        isMono
        value={script}
        onValue={setScript}
        onSubmit={() => check.run(script)}
      />
      {faults.length > 0 && <Faults script={checkedScript} faults={faults} />}
    </ActionForm>
  )
}
