import { Dialog } from '@signet/ui'
import * as combobox from '@zag-js/combobox'
import { normalizeProps, useMachine } from '@zag-js/preact'
import { useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Destination } from './data-destinations.ts'
import { useDestinations } from './destinations.ts'
import { findDestinations } from './matching-destinations.ts'

/**
 * Only typing changes the field. By default, the combobox rewrites it one frame after each key and drops keys pressed
 * in between.
 */
const { machine } = combobox
const typingMachine: typeof machine = {
  ...machine,
  implementations: {
    ...machine.implementations,
    actions: { ...machine.implementations?.actions, syncInputValue: () => undefined },
  },
}

const FIELD_LABEL = 'Page, flag, image or receipt'

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const { route } = useLocation()
  const [query, setQuery] = useState('')
  const destinations = findDestinations(useDestinations(), query)
  const collection = combobox.collection({
    items: [...destinations],
    itemToValue: ({ value }: Destination) => value,
    itemToString: ({ label }: Destination) => label,
  })
  const service = useMachine(typingMachine, {
    id: useId(),
    collection,
    open: true,
    // The combobox handles Escape for its list, which is open as long as the dialog is.
    onOpenChange: ({ open }) => {
      if (!open) onClose()
    },
    inputBehavior: 'autohighlight',
    selectionBehavior: 'preserve',
    placeholder: FIELD_LABEL,
    onInputValueChange: ({ inputValue }) => setQuery(inputValue),
    onValueChange: ({ value: [address] }) => {
      if (address === undefined) return
      onClose()
      route(address)
    },
  })
  const api = combobox.connect(service, normalizeProps)
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div {...api.getRootProps()} class="palette">
        <div {...api.getControlProps()}>
          <input {...(api.getInputProps() as object)} class="input" aria-label={FIELD_LABEL} />
        </div>
        <ul {...api.getContentProps()} aria-label="Results" class="palette-list">
          {destinations.map((item) => (
            <li key={item.value} {...api.getItemProps({ item })} class="palette-item">
              <span class="clipped">{item.label}</span>
              <span class="second small">{item.kind}</span>
            </li>
          ))}
        </ul>
        {destinations.length === 0 && <p class="second">No results.</p>}
      </div>
    </Dialog>
  )
}
