import { createElement } from 'preact'
import { useState } from 'preact/hooks'
import type { Flag } from '../api/flags.ts'
import { SaveDialog } from './save-dialog.tsx'

/** The switch of a flag: like every change it is shown with its effect before it is made. */
export const useKillSwitch = (flag: Flag) => {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const dialog = isAsking
    ? createElement(SaveDialog, { of: flag, change: { enabled: !flag.enabled }, onClose: close, onSaved: close })
    : null
  return { ask: () => setAsking(true), dialog }
}
