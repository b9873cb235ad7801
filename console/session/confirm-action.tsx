import { Button, type ButtonKind, ConfirmDialog } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from './action.ts'

interface ConfirmActionProps<Output> {
  readonly title: string
  readonly children: ComponentChildren
  readonly action: string
  readonly work: () => Promise<Output>
  readonly onDone: (output: Output) => void
  readonly onClose: () => void
  /** A name that the user must type, for deletions that cannot be undone. */
  readonly requiredText?: string
}

/** Confirms and runs a destructive action. The dialog shows the error of a failed action. */
export const ConfirmAction = <Output,>({ work, onDone, ...dialog }: ConfirmActionProps<Output>) => {
  const { isBusy, fault, run } = useAction(work, onDone)
  return <ConfirmDialog {...dialog} isBusy={isBusy} fault={fault?.message} onConfirm={() => run()} />
}

interface ConfirmButtonProps<Output> extends Omit<ConfirmActionProps<Output>, 'onClose' | 'onDone'> {
  readonly text: string
  readonly kind?: ButtonKind
  readonly label?: string
  /** `close` closes the dialog; navigation closes it as well. */
  readonly onDone: (output: Output, close: () => void) => void
}

export const ConfirmButton = <Output,>(props: ConfirmButtonProps<Output>) => {
  const { text, kind = 'danger', label, onDone, ...dialog } = props
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind={kind} {...(label === undefined ? {} : { label })} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && <ConfirmAction {...dialog} onDone={(output) => onDone(output, close)} onClose={close} />}
    </>
  )
}
