import { useEffect, useState } from 'preact/hooks'
import { type Access, changeFlag, type Flag, type Preview, previewChange } from './api.ts'
import type { FlagPartProps } from './flag-part-props.ts'

/** Pause of the slider before the effect is requested. */
const REST_MS = 250

const words = ({ moved, users, movedPercent }: Preview): string =>
  `moves ${moved.toLocaleString()} of ${users.toLocaleString()} users (${movedPercent} %)`

/** The users that move at that percentage, or why that is unknown; undefined until the answer arrives. */
const usePreview = (access: Access, flag: Flag, percentage: number | undefined): Preview | string | undefined => {
  const [preview, setPreview] = useState<Preview | string>()
  useEffect(() => {
    setPreview(undefined)
    if (percentage === undefined) return
    let isOver = false
    const timer = setTimeout(() => {
      previewChange(access, flag, { percentage }).then(
        (preview) => !isOver && setPreview(preview),
        (error: Error) => !isOver && setPreview(error.message),
      )
    }, REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [access, flag, percentage])
  return preview
}

interface SliderProps {
  readonly percentage: number
  readonly onPercentage: (percentage: number) => void
}

const Slider = ({ percentage, onPercentage }: SliderProps) => (
  <label>
    On for {percentage} % of users
    <input
      type="range"
      min="0"
      max="100"
      step="1"
      value={percentage}
      onInput={({ currentTarget }) => onPercentage(Number(currentTarget.value))}
    />
  </label>
)

interface ActionsProps {
  readonly now: number
  readonly wanted: number
  readonly onSave: () => Promise<void>
  readonly onLeave: () => void
}

/** The slider alone changes nothing: its value must be saved or dropped. */
const Actions = ({ now, wanted, onSave, onLeave }: ActionsProps) => (
  <span class="actions">
    <button type="button" onClick={onSave}>
      Set to {wanted} %
    </button>
    <button type="button" class="quiet" onClick={onLeave}>
      Leave at {now} %
    </button>
  </span>
)

/** The share of users for whom the flag is on; shows the effect before it is saved. */
export const Ramp = ({ access, flag, act }: FlagPartProps) => {
  const now = flag.percentage ?? 100
  const [wanted, setWanted] = useState<number>()
  const isMoved = wanted !== undefined && wanted !== now
  const preview = usePreview(access, flag, isMoved ? wanted : undefined)
  const isInCanary = flag.canary?.status === 'running' || flag.canary?.status === 'paused'

  if (isInCanary) return null
  const save = async () => {
    await act(() => changeFlag(access, flag, { percentage: wanted }))
    setWanted(undefined)
  }
  return (
    <fieldset>
      <legend>Ramp</legend>
      <Slider percentage={wanted ?? now} onPercentage={setWanted} />
      <output>{typeof preview === 'string' ? preview : preview ? words(preview) : isMoved ? 'Asking…' : ''}</output>
      {isMoved && <Actions now={now} wanted={wanted} onSave={save} onLeave={() => setWanted(undefined)} />}
    </fieldset>
  )
}
