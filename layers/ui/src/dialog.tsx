import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

export interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Told of Escape and of Cancel. Absent: the dialog stays until what it asks is done. */
  readonly onClose?: (() => void) | undefined
  readonly isWide?: boolean
}

/** A modal dialog, open while it is drawn. The focus returns to where it was. */
export const Dialog = ({ title, children, onClose, isWide = false }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Asked before anything inside takes the focus: effects of what is inside run first.
  const [before] = useState(() => document.activeElement)
  // Not a moment later: between the end of the dialog and that moment nothing would have the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <div class="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

export interface ConfirmProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly isBusy?: boolean
  readonly fault?: string | undefined
  /** A name that has to be typed, where nothing brings the thing back. */
  readonly typed?: string
}

/** Asks before something is destroyed: it names what is lost, and where nothing brings it back its name is typed. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  onConfirm,
  onClose,
  isBusy = false,
  fault,
  typed,
}: ConfirmProps) => {
  const [text, setText] = useState('')
  const isTyped = typed === undefined || text === typed
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && !isBusy) onConfirm()
        }}
      >
        <div class="stack tight">{children}</div>
        {typed !== undefined && (
          <TextField
            label={`Type “${typed}” to go on`}
            value={text}
            onValue={setText}
            autocomplete="off"
            spellcheck={false}
          />
        )}
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" isBusy={isBusy} unavailable={isTyped ? undefined : 'Type the name first'}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
