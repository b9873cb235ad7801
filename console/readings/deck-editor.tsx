import { Notice, TextArea } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type PutDeckInput, runtime } from '../api/runtime.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { invalidate } from '../session/queries.ts'

const registerDeck = async (text: string): Promise<string> => {
  const deck = JSON.parse(text) as PutDeckInput
  const name = String(deck.name)
  await runtime.putDeck({ ...deck, slug: name })
  return name
}

const Faults = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) => (
  <Notice kind="danger" isAlert>
    <p>The deck was not registered:</p>
    <ul class="stack tight">
      {Object.entries(fields).map(([field, message]) => (
        <li key={field}>
          <code>{field}</code> {message}
        </li>
      ))}
    </ul>
  </Notice>
)

/** Edits a deck as JSON. Registered versions are immutable, so saving creates a new one. */
export const DeckEditor = ({ initialText }: { readonly initialText: string }) => {
  const [text, setText] = useState(initialText)
  const { route } = useLocation()
  const save = useAction(registerDeck, (name) => {
    void invalidate('readings')
    route(`/readings/decks/${name}`)
  })
  const hasFaults = Object.keys(save.fields).length > 0
  return (
    <ActionForm
      action={hasFaults ? { isBusy: save.isBusy, fault: undefined } : save}
      onSubmit={() => save.run(text)}
      text="Register version"
    >
      <TextArea
        label="Deck (JSON)"
        hint="Conditions use the script syntax. A patch version changes wording, a minor version adds cards, a major version removes cards or changes when they apply."
        rows={28}
        isMono
        value={text}
        onValue={setText}
        onSubmit={() => save.run(text)}
      />
      {hasFaults && <Faults fields={save.fields} />}
    </ActionForm>
  )
}
