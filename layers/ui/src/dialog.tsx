import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

export interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Called on Escape and on Cancel. If absent, the dialog stays open until its action is done. */
  readonly onClose?: (() => void) | undefined
  readonly isWide?: boolean
}

/** A modal dialog, open while rendered. Closing it restores the focus. */
export const Dialog = ({ title, children, onClose, isWide = false }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  // Read before children take the focus, because effects of children run first.
  const [previousFocus] = useState(() => document.activeElement)
  // A layout effect, so that the focus is restored without a gap.
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <div class="dialog-body">
        <h2 id={headingId}>{title}</h2>
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
  /** A name that the user must type, for deletions that cannot be undone. */
  readonly requiredText?: string
}

/** Asks for confirmation of a destructive action. For irreversible actions, the user must type the name. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  onConfirm,
  onClose,
  isBusy = false,
  fault,
  requiredText,
}: ConfirmProps) => {
  const [text, setText] = useState('')
  const isTyped = requiredText === undefined || text === requiredText
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
        {requiredText !== undefined && (
          <TextField
            label={`Type “${requiredText}” to confirm`}
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
          <Button
            kind="danger"
            type="submit"
            isBusy={isBusy}
            unavailable={isTyped ? undefined : 'Type the confirmation text first'}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
